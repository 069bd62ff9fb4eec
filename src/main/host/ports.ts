import type { ServerConfig } from '../../shared/model/server.ts';
import type { OnHostEvent } from './events.ts';
import type { Script } from './reverse/scripted-question.ts';
import type { ClipboardPort, KeychainPort } from './sampling/connections/keychain.ts';
import type { Provider } from './sampling/types.ts';
import type { SignInPort, TokenStore } from './sessions/auth/types.ts';
import type { OfferedCapabilities } from './sessions/types.ts';

/** What the host needs from the place it runs in: the desktop app, the headless command, a test. */
export interface HostPorts {
  /** Settings, servers.json, trust and the journal live here; the host creates it. */
  readonly dataDir: string;
  /** The journal file; default `<dataDir>/journal.db`, ':memory:' for none. */
  readonly journalFile?: string;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** We were not started from a terminal, so the PATH of the person's login shell is looked up for their servers. */
  readonly askLoginShell?: boolean;
  /** What can be answered here at all. Default: everything, as a window can. */
  readonly offers?: Partial<OfferedCapabilities>;
  /** Opens an http(s) URL in the person's browser; rejects when that is not possible. Absent: links are only reported. */
  readonly openExternal?: (url: string) => Promise<void>;
  /** Where a person signs in at servers that want it, and where tokens are kept. Absent: nobody can sign in here. */
  readonly signIn?: SignInPort;
  readonly tokens?: TokenStore;
  /** Where keys of providers are kept, and how they come in. Absent: in memory only; there is no way in. */
  readonly keychain?: KeychainPort;
  readonly clipboard?: ClipboardPort;
  /** Starts the bundled demo server if need be; resolves with its URL. Absent: there is none in the list. */
  readonly demoServer?: () => Promise<string>;
  /** Answers at once in the person's place: an answers file, a test. */
  readonly script?: Script;
  /** Used instead of the person's connections. */
  readonly providers?: readonly Provider[];
  /** Used instead of servers.json; naming them is the consent to start them. */
  readonly servers?: readonly ServerConfig[];
  /** Folders given to every server instead of the workspaces; absolute paths. */
  readonly roots?: readonly string[];
  readonly onEvent?: OnHostEvent;
}
