import path from 'node:path';
import type { Era, ListKind, LogLine, ServerConfig } from '../../../shared/model/server.ts';
import { redactorOf } from '../servers/references.ts';
import type { SignIn } from './auth/sign-in.ts';
import { narrow } from './capabilities.ts';
import type { openSession } from './open.ts';
import { SessionError } from './session-error.ts';
import type { ProcessRecords } from './transports/records.ts';
import type { LegacyAnswer, LegacyRequest, OfferedCapabilities, Session } from './types.ts';

/** SessionEvents with the server they belong to. */
export interface ServerEvents {
  onRequest(session: Session, request: LegacyRequest): Promise<LegacyAnswer>;
  onElicitationComplete(session: Session, elicitationId: string): void;
  onListChanged(serverId: string, kind: ListKind): void;
  onStray(serverId: string, method: string): void;
  /** Every new line, also those of a connection that fails. */
  onLog(serverId: string, line: LogLine): void;
}

/** What every opening has in common. */
export interface OpenerDeps {
  /** What can be answered here to that server. */
  readonly offers: (serverId: string) => OfferedCapabilities;
  readonly events: ServerEvents;
  readonly log: (serverId: string, source: LogLine['source'], text: string) => void;
  readonly dataDir: string;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The environment that servers are started with; default: `env`. */
  readonly launchEnv?: (() => Promise<Readonly<Record<string, string | undefined>>>) | undefined;
  /** Where server processes are written down while they run; absent: nowhere. */
  readonly processes?: ProcessRecords | undefined;
  /** Settles when what the last run left behind has ended: no process is started before. */
  readonly swept?: Promise<void> | undefined;
  /** Tests put their own here. */
  readonly open?: typeof openSession;
}

/** What one opening has of its own. */
export interface Opening {
  /** What was learnt about this server before, to skip the probe. */
  readonly priorEra: Era | undefined;
  readonly signIn: SignIn | undefined;
  /** A person waits for it, and may be asked to sign in. */
  readonly attended: boolean;
  readonly signal: AbortSignal;
  /** The session ended by itself; `detail` is one plain sentence. Possibly before it was given out. */
  readonly onClosed: (detail: string) => void;
}

const CLIENT_NAME = 'gatehouse';

/** Opens sessions of configured servers. What was filled in for a start is in no sentence that leaves here. */
export class Opener {
  readonly #deps: OpenerDeps;

  constructor(deps: OpenerDeps) {
    this.#deps = deps;
  }

  /** Rejects as `openSession` does. */
  async open(config: ServerConfig, opening: Opening): Promise<Session> {
    const { id: serverId, target, settings } = config;
    const { priorEra, signIn, attended, signal } = opening;
    const { events, offers, version, processes, dataDir, env } = this.#deps;
    // It is nobody's to read in a sentence: not the window's, nor the journal's.
    const redact = redactorOf(target, env);
    const log = (source: LogLine['source'], text: string) =>
      this.#deps.log(serverId, source, source === 'host' ? redact(text) : text);
    try {
      // The SDK takes its time to load, and not every start of the app needs it at once.
      const open = this.#deps.open ?? (await import('./open.ts')).openSession;
      return await open({
        config,
        clientInfo: { name: CLIENT_NAME, version },
        offered: narrow(offers(serverId), settings.switches),
        env: await this.#envFor(config),
        processes,
        defaultCwd: path.join(dataDir, 'cwd', folderName(serverId)),
        ...(priorEra === undefined ? {} : { priorEra }),
        ...(signIn === undefined ? {} : { signIn, attended }),
        signal,
        events: {
          onRequest: (session, request) => events.onRequest(session, request),
          onElicitationComplete: (session, id) => events.onElicitationComplete(session, id),
          onListChanged: (kind) => events.onListChanged(serverId, kind),
          onStray: (method) => {
            log('host', `A request (${method.slice(0, 80)}) was dropped: a modern server must not send one.`);
            events.onStray(serverId, method);
          },
          onLog: log,
          onClosed: (told) => opening.onClosed(redact(told)),
        },
      });
    } catch (cause) {
      throw cause instanceof SessionError ? cause.worded(redact(cause.message)) : cause;
    }
  }

  async #envFor({ target }: ServerConfig): Promise<OpenerDeps['env']> {
    if (target.type === 'stdio') await this.#deps.swept;
    return (target.type === 'stdio' && (await this.#deps.launchEnv?.())) || this.#deps.env;
  }
}

/** A server's name as the name of a folder. */
function folderName(serverId: string): string {
  return (
    serverId.replace(/[^A-Za-z0-9_-]/g, (char) => `.${char.codePointAt(0)?.toString(16)}`).slice(0, 100) ||
    '_'
  );
}
