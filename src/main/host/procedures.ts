import type { Handlers } from '../../shared/contract.ts';
import type { HostCallName } from '../../shared/contract-names.ts';
import { SentenceError } from '../../shared/model/sentence-error.ts';
import type { Calls } from './calls/calls.ts';
import type { LastArguments } from './calls/last-arguments.ts';
import type { Suggestions } from './calls/suggestions.ts';
import type { Journal } from './journal/types.ts';
import type { AppState } from './replica/app-state.ts';
import type { Replica } from './replica/replica.ts';
import type { Inbox } from './reverse/inbox.ts';
import type { RuleDesk } from './reverse/rule-desk.ts';
import type { Connections } from './sampling/connections/connections.ts';
import type { ServerControl } from './server-control.ts';
import { parseCommand } from './servers/command-words.ts';
import type { ServerCatalogue } from './servers/fixed-catalogue.ts';
import type { Sessions } from './sessions/manager.ts';
import type { Settings } from './settings.ts';
import type { Workspaces } from './workspaces/types.ts';

export interface ProcedureDeps {
  readonly replica: Replica;
  readonly journal: Journal;
  readonly settings: Settings;
  readonly catalogue: ServerCatalogue;
  readonly control: ServerControl;
  readonly sessions: Sessions;
  readonly calls: Calls;
  readonly suggestions: Suggestions;
  readonly lastArguments: LastArguments;
  readonly inbox: Inbox;
  readonly workspaces: Workspaces;
  readonly rules: RuleDesk;
  readonly connections: Connections;
  readonly app: AppState;
}

/** The host's half of the contract: every procedure but the folder dialog, which needs a window. */
export function hostHandlers(deps: ProcedureDeps): Handlers<HostCallName> {
  const { control, calls, inbox, sessions, replica, lastArguments, connections } = deps;
  return {
    'app.snapshot': () => replica.snapshot(),
    'app.updateSettings': (change) => {
      deps.settings.change(change);
      deps.app.refresh();
      control.renegotiate();
    },
    'app.pause': ({ on }) => {
      if (deps.settings.value.paused === on) return;
      deps.settings.change({ paused: on });
      deps.journal.note({
        type: 'trust',
        text: on ? 'You paused your rules: every question waits for you' : 'Your rules apply again',
      });
      deps.app.refresh();
    },
    'servers.parseCommand': ({ text }) => parseCommand(text),
    'servers.add': ({ name, target, settings }) => ({ id: deps.catalogue.add(name, target, settings).id }),
    'servers.update': ({ id, target, settings }) => control.update(id, target, settings),
    'servers.remove': ({ id }) => control.remove(id),
    'servers.connect': ({ id }) => ({ state: control.connect(id) }),
    'servers.disconnect': ({ id }) => control.disconnect(id),
    'servers.trust': ({ id, binding }) => control.trust(id, binding),
    'servers.list': ({ id, kind }) => {
      const session = sessions.get(id);
      if (!session) throw new SentenceError('not-connected', 'Connect the server first.');
      return session.list(kind);
    },
    'servers.log': ({ id, after }) => ({ lines: [...sessions.log(id, after)] }),
    'calls.start': (request) => ({ callId: calls.start(request).callId }),
    'calls.cancel': ({ callId }) => calls.cancel(callId),
    'arguments.suggest': (request) => deps.suggestions.of(request),
    'arguments.last': (item) => {
      const args = lastArguments.get(item);
      return args ? { args } : {};
    },
    'arguments.remember': ({ args, ...item }) => lastArguments.set(item, args),
    'arguments.forget': (item) => lastArguments.forget(item),
    'questions.show': ({ id }) => inbox.show(id),
    'questions.saveDraft': ({ id, draft }) => inbox.saveDraft(id, draft),
    'questions.answer': ({ id, nonce, answer }) => inbox.answer(id, nonce, answer),
    'questions.dismiss': async ({ id, allowServer }) => {
      const view = replica.get('questions', id);
      if (allowServer && view) await control.update(view.serverId, undefined, { allowUnassociated: true });
      inbox.dismiss(id);
    },
    'questions.wire': async ({ id, answer }) => {
      // It writes YAML, which no start of the app needs.
      const { wireOf } = await import('./reverse/wire.ts');
      const [call, view] = [inbox.callOf(id), replica.get('questions', id)];
      if (!call || !view) throw new SentenceError('closed', 'This question is no longer kept.');
      return wireOf(call, view, answer);
    },
    'workspaces.removeFolder': ({ workspaceId, folderId }) =>
      deps.workspaces.removeFolder(workspaceId, folderId),
    'workspaces.grant': ({ workspaceId, serverId, granted }) =>
      deps.workspaces.grant(workspaceId, serverId, granted),
    'rules.add': ({ rule }) => deps.rules.add(rule),
    'rules.change': ({ id, rule }) => deps.rules.change(id, rule),
    'rules.remove': ({ id }) => deps.rules.remove(id),
    'rules.preview': ({ rule, id }) => deps.rules.preview(rule, id),
    'connections.add': ({ name, provider, baseUrl }) => connections.add(name, provider, baseUrl),
    'connections.change': ({ id, name, baseUrl }) => connections.change(id, { name, baseUrl }),
    'connections.remove': ({ id }) => connections.remove(id),
    'connections.takeKey': ({ id, keep }) => connections.takeKey(id, keep),
    'connections.forgetKey': ({ id }) => connections.forgetKey(id),
    'connections.readModels': ({ id }) => connections.readModels(id),
    'models.change': (change) => connections.changeModel(change),
    'activity.page': ({ before, limit }) =>
      deps.journal.page({ limit, ...(before === undefined ? {} : { before }) }),
    'demo.start': () => {
      const serverId = control.trustBundled();
      const { callId } = calls.start({ serverId, method: 'tools/call', name: 'plan_trip' });
      return { serverId, callId };
    },
  };
}
