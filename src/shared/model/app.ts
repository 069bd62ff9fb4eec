import { z } from 'zod';
import { CallView } from './call.ts';
import { ConnectionView, KeychainView } from './models.ts';
import { ModelOption, QuestionView } from './reverse-call.ts';
import { RuleView } from './rule.ts';
import { ServerView } from './server.ts';
import { WorkspaceView } from './workspace.ts';

export const AppSettings = z.strictObject({
  theme: z.enum(['auto', 'light', 'dark']),
  /** A question is withdrawn after this many hours at the latest. */
  hardLimitHours: z.number().min(1).max(720),
  maxRounds: z.number().int().min(1).max(50),
  /** Questions a server may have open at once. */
  maxOpenPerServer: z.number().int().min(1).max(1000),
  /** Reverse calls a server may make in a minute. */
  maxPerMinute: z.number().int().min(1).max(10_000),
  /** The largest reverse call, in megabytes of JSON. */
  maxRequestMb: z.number().min(1).max(1000),
  /** Model tokens a server may use in a day; more is turned away. */
  maxTokensPerDay: z.number().int().min(1).max(1_000_000_000),
  /** `connection/model`; empty means the first that is ready. */
  defaultModel: z.string(),
  /** No rule lets anything through by itself: what it would allow asks. */
  paused: z.boolean(),
  /** Forms that ask for what looks like a password, key, token or card are declined without asking. */
  refuseSecretForms: z.boolean(),
});
export type AppSettings = z.infer<typeof AppSettings>;

export const DEFAULT_APP_SETTINGS: AppSettings = {
  theme: 'auto',
  hardLimitHours: 24,
  maxRounds: 10,
  maxOpenPerServer: 20,
  maxPerMinute: 120,
  maxRequestMb: 16,
  maxTokensPerDay: 1_000_000,
  defaultModel: '',
  paused: false,
  refuseSecretForms: false,
};

export const ProviderView = z.object({
  id: z.string(),
  label: z.string(),
  ready: z.boolean(),
  /** Why it is not ready and what to do. */
  detail: z.string(),
});
export type ProviderView = z.infer<typeof ProviderView>;

export const AppView = z.object({
  version: z.string(),
  dataDir: z.string(),
  settings: AppSettings,
  providers: z.array(ProviderView),
  models: z.array(ModelOption),
  connections: z.array(ConnectionView),
  keychain: KeychainView,
  /** No call was ever run: the window offers `Let a server ask me something`. */
  firstRun: z.boolean(),
  /** Problems of start-up a person should know, one sentence each (an unreadable servers.json, ...). */
  problems: z.array(z.string()),
  today: z.object({ answers: z.number(), tokens: z.number() }),
});
export type AppView = z.infer<typeof AppView>;

/** The replica: every collection is keyed, so that a patch sets or deletes one entry. */
export const HostState = z.object({
  app: z.record(z.string(), AppView),
  servers: z.record(z.string(), ServerView),
  calls: z.record(z.string(), CallView),
  questions: z.record(z.string(), QuestionView),
  workspaces: z.record(z.string(), WorkspaceView),
  rules: z.record(z.string(), RuleView),
});
export type HostState = z.infer<typeof HostState>;
export type Collection = keyof HostState;
export type EntryOf<C extends Collection> = HostState[C][string];

export const PatchOp = z.object({
  collection: z.enum(['app', 'servers', 'calls', 'questions', 'workspaces', 'rules']),
  key: z.string(),
  /** null deletes. */
  value: z.unknown(),
});
export type PatchOp = z.infer<typeof PatchOp>;

/** Ordered: apply only when `rev` is one more than what the replica has, else take a snapshot again. */
export const Patch = z.object({ rev: z.number(), ops: z.array(PatchOp) });
export type Patch = z.infer<typeof Patch>;

export const Snapshot = z.object({ rev: z.number(), state: HostState });
export type Snapshot = z.infer<typeof Snapshot>;
