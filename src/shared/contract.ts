import { z } from 'zod';
import type { CallName, EventName } from './contract-names.ts';
import { AppSettings, Patch, Snapshot } from './model/app.ts';
import { CallRequest } from './model/call.ts';
import { CompletionRequest, Completions } from './model/completion.ts';
import { JournalEntry } from './model/journal.ts';
import { Arguments, RememberedItem } from './model/last-arguments.ts';
import { ConnectionName, KeyKeeping, KeyTaken, ModelChange, ProviderKind } from './model/models.ts';
import { QuestionAnswer, WireView } from './model/reverse-call.ts';
import { RuleDraft, RulePreview } from './model/rule.ts';
import { ListKind, LogLine, ServerList, ServerSettings, Target } from './model/server.ts';

const nothing = z.undefined();
const done = z.void();
const id = z.string().min(1).max(512);

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

/** A server's name: the key in servers.json, shown everywhere, so one line and no invisible characters. */
export const ServerName = z
  .string()
  .trim()
  .min(1, 'Give the server a name.')
  .max(64, 'A server name has at most 64 characters.')
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, 'A server name is one line of visible characters.');

/**
 * Every procedure between window and host, declared once. Main derives its handlers from it (a missing one does
 * not compile), the preload its methods from contract-names.ts.
 */
export const contract = {
  'app.snapshot': call(nothing, Snapshot),
  'app.updateSettings': call(AppSettings.omit({ paused: true }).partial(), done),
  /** While it is on, no rule lets anything through by itself: all that servers ask waits for the person. */
  'app.pause': call(z.strictObject({ on: z.boolean() }), done),
  /** The window's answer to `app.save`: what was typed last is with main. */
  'app.saved': call(nothing, done),
  /** Splits a command line into words as a shell would, for the person to confirm as a list. */
  'servers.parseCommand': call(
    z.strictObject({ text: z.string().max(32_768) }),
    z.object({ command: z.string(), args: z.array(z.string()) }),
  ),
  'servers.add': call(
    z.strictObject({ name: ServerName, target: Target, settings: ServerSettings.partial().optional() }),
    z.object({ id }),
  ),
  'servers.update': call(
    z.strictObject({ id, target: Target.optional(), settings: ServerSettings.partial().optional() }),
    done,
  ),
  'servers.remove': call(z.strictObject({ id }), done),
  /** `not-trusted`: the window asks `Start <server>?` with the command and calls servers.trust. */
  'servers.connect': call(z.strictObject({ id }), z.object({ state: z.enum(['started', 'not-trusted']) })),
  'servers.disconnect': call(z.strictObject({ id }), done),
  /** Trusts exactly the binding that was shown, then connects. */
  'servers.trust': call(z.strictObject({ id, binding: z.string() }), done),
  'servers.list': call(z.strictObject({ id, kind: ListKind }), ServerList),
  'servers.log': call(
    z.strictObject({ id, after: z.number().int().min(0) }),
    z.object({ lines: z.array(LogLine) }),
  ),
  'calls.start': call(CallRequest, z.object({ callId: z.number() })),
  'calls.cancel': call(z.strictObject({ callId: z.number().int() }), done),
  /** Ends the question before to the same server. */
  'arguments.suggest': call(CompletionRequest, Completions),
  /** What this tool or prompt was last run with, without secrets. */
  'arguments.last': call(RememberedItem, z.object({ args: Arguments.optional() })),
  'arguments.remember': call(RememberedItem.extend({ args: Arguments }), done),
  'arguments.forget': call(RememberedItem, done),
  /** Says that the question is on the screen; the nonce belongs to what is shown and is used up by an answer. */
  'questions.show': call(z.strictObject({ id }), z.object({ nonce: z.string() })),
  'questions.saveDraft': call(z.strictObject({ id, draft: z.unknown() }), done),
  'questions.answer': call(z.strictObject({ id, nonce: z.string(), answer: QuestionAnswer }), done),
  /** Takes a closed card away, or lets the server through where it was refused for want of a cause. */
  'questions.dismiss': call(z.strictObject({ id, allowServer: z.boolean().optional() }), done),
  'questions.wire': call(z.strictObject({ id, answer: QuestionAnswer.optional() }), WireView),
  /** Opens the OS folder dialog; `added: false` when the person cancelled it. */
  'workspaces.addFolder': call(z.strictObject({ workspaceId: id }), z.object({ added: z.boolean() })),
  'workspaces.removeFolder': call(z.strictObject({ workspaceId: id, folderId: id }), done),
  'workspaces.grant': call(z.strictObject({ workspaceId: id, serverId: id, granted: z.boolean() }), done),
  /** The rules themselves are in the replica. A new one is the last, which decides before all others. */
  'rules.add': call(z.strictObject({ rule: RuleDraft }), z.object({ id })),
  'rules.change': call(z.strictObject({ id, rule: RuleDraft }), done),
  'rules.remove': call(z.strictObject({ id }), done),
  /** "Would have answered 14 of the last 30"; with `id` in place of that rule. */
  'rules.preview': call(z.strictObject({ rule: RuleDraft, id: id.optional() }), RulePreview),
  /** Rejects with a sentence where the address is not one keys and prompts may go to. */
  'connections.add': call(
    z.strictObject({ name: ConnectionName, provider: ProviderKind, baseUrl: z.string().max(2048) }),
    z.object({ id }),
  ),
  /** Another place drops the key: it was given for the old one. */
  'connections.change': call(
    z.strictObject({ id, name: ConnectionName.optional(), baseUrl: z.string().max(2048).optional() }),
    done,
  ),
  'connections.remove': call(z.strictObject({ id }), done),
  /** Main reads the key from the system clipboard, and clears it there; it never enters the window. */
  'connections.takeKey': call(z.strictObject({ id, keep: KeyKeeping }), z.object({ state: KeyTaken })),
  'connections.forgetKey': call(z.strictObject({ id }), done),
  /** Asks the provider which models there are. */
  'connections.readModels': call(z.strictObject({ id }), z.object({ found: z.number() })),
  'models.change': call(ModelChange, done),
  'activity.page': call(
    z.strictObject({
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(500),
    }),
    z.object({ entries: z.array(JournalEntry), more: z.boolean() }),
  ),
  /** The first-run button: adds nothing, trusts the bundled server, connects it and runs `plan_trip`. */
  'demo.start': call(nothing, z.object({ serverId: z.string(), callId: z.number() })),
} satisfies Record<CallName, { input: z.ZodType; output: z.ZodType }>;

export const events = {
  'state.patch': Patch,
  'app.navigate': z.object({
    screen: z.enum(['inbox', 'servers', 'workspaces', 'activity', 'settings']),
    id: z.string().optional(),
  }),
  /** The app is about to end: save what was typed last, then call `app.saved`. */
  'app.save': z.null(),
} satisfies Record<EventName, z.ZodType>;

/** The schemas of every procedure. */
export type Contract = typeof contract;
export type Input<N extends CallName> = z.infer<Contract[N]['input']>;
export type Output<N extends CallName> = z.infer<Contract[N]['output']>;
export type EventData<N extends EventName> = z.infer<(typeof events)[N]>;

/** One handler for each procedure. The host implements most; desktop adds what needs Electron. */
export type Handlers<N extends CallName = CallName> = {
  readonly [K in N]: (input: Input<K>) => Promise<Output<K>> | Output<K>;
};
