import { z } from 'zod';

/** Protocol era: `legacy` is 2025-11-25 and older, `modern` is 2026-07-28 and newer. */
export const Era = z.enum(['legacy', 'modern']);
export type Era = z.infer<typeof Era>;

export const EraSetting = z.enum(['auto', 'legacy', 'modern']);
export type EraSetting = z.infer<typeof EraSetting>;

/** Where a server is found. `env` and `headers` hold the person's own values and stay in main. */
export const Target = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stdio'),
    command: z.string().min(1).max(4096),
    args: z.array(z.string().max(32_768)).max(512),
    env: z.record(z.string(), z.string()).optional(),
    cwd: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('http'),
    url: z.string().max(8192),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({
    type: z.literal('sse'),
    url: z.string().max(8192),
    headers: z.record(z.string(), z.string()).optional(),
  }),
]);
export type Target = z.infer<typeof Target>;

/** What this server may ask for. A switch that is off is not advertised to it. */
export const ServerSwitches = z.strictObject({
  sampling: z.boolean(),
  samplingTools: z.boolean(),
  elicitation: z.boolean(),
  elicitationUrl: z.boolean(),
  roots: z.boolean(),
});
export type ServerSwitches = z.infer<typeof ServerSwitches>;

export const ServerSettings = z.strictObject({
  era: EraSetting,
  switches: ServerSwitches,
  /** Sampling and elicitation with certainty `none` are let through (SEP-2260 says they should not be). */
  allowUnassociated: z.boolean(),
  /** Run one call at a time, so that a question over stdio has a proven cause. */
  oneCallAtATime: z.boolean(),
  /** A call's clock, in milliseconds; it stands still while a person or a model answers. */
  callTimeoutMs: z.number().int().min(1000).max(86_400_000),
  /** Models this server may be answered with (`connection/model`); empty is every model. */
  models: z.array(z.string().min(1).max(1024)).max(1000),
});
export type ServerSettings = z.infer<typeof ServerSettings>;

export const DEFAULT_SERVER_SETTINGS: ServerSettings = {
  era: 'auto',
  switches: { sampling: true, samplingTools: true, elicitation: true, elicitationUrl: true, roots: true },
  allowUnassociated: false,
  oneCallAtATime: false,
  callTimeoutMs: 300_000,
  models: [],
};

/** A configured server. `id` is the key in `servers.json`; it is also the name, ours and trusted. */
export interface ServerConfig {
  readonly id: string;
  readonly target: Target;
  readonly settings: ServerSettings;
  /** The server that ships with the app. */
  readonly bundled?: boolean;
}

export const ServerStatus = z.enum([
  'stopped',
  'connecting',
  'connected',
  'failed',
  'needs-sign-in',
  'not-trusted',
]);
export type ServerStatus = z.infer<typeof ServerStatus>;

/** What a person must know of a variable or header beyond its name, before a start. */
const ValueNotes = z.array(z.object({ name: z.string(), note: z.string() }));

/** What the window sees of a target: names of environment variables and headers, never their values. */
export const TargetView = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()),
    envKeys: z.array(z.string()),
    notes: ValueNotes,
    cwd: z.string().optional(),
  }),
  z.object({
    type: z.literal('http'),
    url: z.string(),
    headerNames: z.array(z.string()),
    notes: ValueNotes,
  }),
  z.object({
    type: z.literal('sse'),
    url: z.string(),
    headerNames: z.array(z.string()),
    notes: ValueNotes,
  }),
]);
export type TargetView = z.infer<typeof TargetView>;

export const ServerView = z.object({
  id: z.string(),
  name: z.string(),
  bundled: z.boolean(),
  target: TargetView,
  settings: ServerSettings,
  /** Hash of what is started or called; trust is given to it, and asked again when it changes. */
  binding: z.string(),
  status: ServerStatus,
  /** One plain sentence: why it failed, what to do. */
  statusDetail: z.string().optional(),
  /** With `failed`: it was connected, and is tried again by itself until the person disconnects it. */
  retrying: z.boolean().optional(),
  /** The title the server gives itself: untrusted text. */
  title: z.string().optional(),
  version: z.string().optional(),
  era: Era.optional(),
  protocolVersion: z.string().optional(),
  serverCapabilities: z.unknown().optional(),
  clientCapabilities: z.unknown().optional(),
  /** Rises when the server says that a list changed, so that the window asks for it again. */
  listRevision: z.number(),
  /** JSON-RPC requests that came on a modern session and were dropped. */
  strayRequests: z.number(),
  /** Lines on stdout that were not JSON-RPC. */
  garbageLines: z.number(),
  logLines: z.number(),
});
export type ServerView = z.infer<typeof ServerView>;

export const LogLine = z.object({
  seq: z.number(),
  at: z.number(),
  source: z.enum(['stderr', 'log', 'host', 'garbage']),
  text: z.string(),
});
export type LogLine = z.infer<typeof LogLine>;

/** The lists of a server, tolerant: one odd entry costs one entry, with its reason in `problems`. */
export const ListKind = z.enum(['tools', 'prompts', 'resources', 'templates']);
export type ListKind = z.infer<typeof ListKind>;

export const ListItem = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  uri: z.string().optional(),
  uriTemplate: z.string().optional(),
  mimeType: z.string().optional(),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: z.unknown().optional(),
  arguments: z
    .array(
      z.object({
        name: z.string(),
        title: z.string().optional(),
        description: z.string().optional(),
        required: z.boolean().optional(),
      }),
    )
    .optional(),
});
export type ListItem = z.infer<typeof ListItem>;

export const ServerList = z.object({
  kind: ListKind,
  items: z.array(ListItem),
  problems: z.array(z.string()),
});
export type ServerList = z.infer<typeof ServerList>;
