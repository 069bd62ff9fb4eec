import type { OfferedCapabilities } from './sessions/types.ts';

/** What the host needs from the place it runs in: the desktop app, the headless command, a test. */
export interface HostPorts {
  /** Settings, servers.json, trust and the journal live here; the host creates it. */
  readonly dataDir: string;
  /** The journal file; default `<dataDir>/journal.db`, ':memory:' for none. */
  readonly journalFile?: string;
  readonly version: string;
  /** Opens an http(s) URL in the person's browser; rejects when that is not possible. Absent: links cannot be opened. */
  readonly openExternal?: (url: string) => Promise<void>;
  /** What can be answered here now; see OfferedCapabilities. A window answers everything. */
  readonly offers: () => OfferedCapabilities;
  /** Where the bundled demo server is: a URL once it listens. Absent: there is none. */
  readonly demoServer?: () => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
}
