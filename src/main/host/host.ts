import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Handlers } from '../../shared/contract.ts';
import type { HostCallName } from '../../shared/contract-names.ts';
import type { QuestionView } from '../../shared/model/reverse-call.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../shared/model/server.ts';
import { Calls } from './calls/calls.ts';
import { InFlight } from './calls/in-flight.ts';
import { LastArguments } from './calls/last-arguments.ts';
import { nothingKept } from './calls/stepper-state.ts';
import { Suggestions } from './calls/suggestions.ts';
import { Suspension } from './calls/suspension.ts';
import { openJournal } from './journal/open.ts';
import type { HostPorts } from './ports.ts';
import { hostHandlers } from './procedures.ts';
import { AppState } from './replica/app-state.ts';
import { Replica } from './replica/replica.ts';
import { showRules } from './replica/rule-views.ts';
import { ServerViews } from './replica/server-views.ts';
import { Dispatcher } from './reverse/dispatcher.ts';
import { Inbox } from './reverse/inbox.ts';
import { answerRequest } from './reverse/roads/request.ts';
import { RuleBook } from './reverse/rule-book.ts';
import { RuleDesk } from './reverse/rule-desk.ts';
import { changeText, RuleFile } from './reverse/rule-file.ts';
import { createSampling } from './sampling/sampling.ts';
import { ServerControl } from './server-control.ts';
import { bindingOfServer } from './servers/binding.ts';
import { Catalogue } from './servers/catalogue.ts';
import { fixedCatalogue } from './servers/fixed-catalogue.ts';
import { Trust } from './servers/trust.ts';
import { narrow } from './sessions/capabilities.ts';
import { Sessions } from './sessions/manager.ts';
import { withLoginPath } from './sessions/transports/login-path.ts';
import { ProcessRecords } from './sessions/transports/records.ts';
import { sweep, sweptSentences } from './sessions/transports/sweep.ts';
import { Settings } from './settings.ts';
import { fixedWorkspaces } from './workspaces/fixed-workspaces.ts';
import type { Workspaces } from './workspaces/types.ts';
import { openWorkspaces } from './workspaces/workspaces.ts';

/** The product as the desktop app, the headless command and tests see it. */
export interface Host {
  readonly replica: Replica;
  readonly handlers: Handlers<HostCallName>;
  readonly workspaces: Workspaces;
  readonly sessions: Sessions;
  readonly calls: Calls;
  /** A question began to wait for a person. */
  onQuestion(listener: (question: QuestionView) => void): () => void;
  /** What quitting now would do to open questions. */
  quitSummary(): { kept: number; lost: number };
  /** Ends calls and sessions in order; leaves no process. */
  close(): Promise<void>;
}

/** Puts the rooms together. Starts no server and touches no network. */
export async function createHost(ports: HostPorts): Promise<Host> {
  mkdirSync(ports.dataDir, { recursive: true, mode: 0o700 });
  const replica = new Replica();
  const { journal, problem } = openJournal(ports.journalFile ?? path.join(ports.dataDir, 'journal.db'));
  // A host with servers of its own has a folder for one run, where no next one would look.
  const processes = ports.servers ? undefined : new ProcessRecords(ports.dataDir);
  const swept =
    processes &&
    sweep(processes).then((found) => {
      for (const text of sweptSentences(found)) journal.note({ type: 'session', text });
    });
  const settings = new Settings(ports.dataDir);
  const ruleFile = new RuleFile(ports.dataDir);
  const catalogue = ports.servers ? fixedCatalogue(ports.servers) : new Catalogue(ports.dataDir);
  const trust = new Trust(ports.dataDir);
  const workspaces = ports.roots ? fixedWorkspaces(ports.roots) : openWorkspaces(ports.dataDir);
  const sampling = createSampling({
    dataDir: ports.dataDir,
    env: ports.env,
    keychain: ports.keychain,
    clipboard: ports.clipboard,
    note: (text) => journal.note({ type: 'trust', text }),
    ...(ports.providers && { providers: ports.providers }),
  });
  const views = new ServerViews(replica, (id) => catalogue.get(id));
  const inbox = new Inbox(replica, ports.script, (id) => sessions.get(id) !== undefined);
  const suspension = new Suspension((id) => sessions.get(id) === undefined);
  const inFlight = new InFlight();
  const app = new AppState({ replica, journal, settings, sampling, ports });
  app.problems = () => [
    ...[problem, trust.problem, workspaces.problem].filter((p) => p !== undefined),
    ...settings.problems(),
    ...ruleFile.problems(),
    ...sampling.connections.problems(),
    ...catalogue.problems(),
  ];

  const serverSettings = (id: string) => catalogue.get(id)?.settings ?? DEFAULT_SERVER_SETTINGS;
  const bindingOf = (id: string) => {
    const config = catalogue.get(id);
    return config && bindingOfServer(config);
  };
  const hardLimitMs = () => settings.value.hardLimitHours * 3_600_000;
  const nameOf = (callId: number) => replica.get('calls', String(callId))?.name;

  const ruleBook = new RuleBook({
    rules: () => ruleFile.rules,
    paused: () => settings.value.paused,
    tokensToday: (id) => journal.tokensToday(id),
    maxTokensPerDay: () => settings.value.maxTokensPerDay,
    toolOf: nameOf,
    usesSince: (at) => journal.ruleAnswersSince(at),
    lastEntryAt: journal.lastEntryAt(),
  });
  const rules = new RuleDesk({
    file: ruleFile,
    journal,
    maxTokensPerDay: () => settings.value.maxTokensPerDay,
    toolOf: nameOf,
    now: () => ruleBook.now(),
  });
  app.alsoRefresh = () => showRules(replica, rules.list());
  ruleFile.onChange((change) => {
    const text = changeText(change);
    if (text !== undefined) journal.note({ type: 'trust', text });
    app.refresh();
  });

  const dispatcher = new Dispatcher({
    inbox,
    journal,
    sampling,
    rootsOf: (id) => workspaces.rootsOf(id),
    openExternal: ports.openExternal,
    serverSettings,
    serverTexts: (id) => ({ name: id, title: replica.get('servers', id)?.title }),
    appSettings: () => settings.value,
    ruleBook,
    toolOf: nameOf,
    describeCause: (id, cause) => inFlight.describe(id, cause, nameOf),
    onEvent: (event) => {
      ports.onEvent?.(event);
      if (event.type === 'settled') app.refreshSoon();
    },
  });

  const sessions = new Sessions({
    config: (id) => catalogue.get(id),
    trusted: (id) => ports.servers !== undefined || trust.isTrusted(id, bindingOf(id) ?? ''),
    offers: (id) => app.offers(serverSettings(id).models),
    dataDir: ports.dataDir,
    processes,
    swept,
    version: ports.version,
    env: ports.env,
    launchEnv: ports.askLoginShell ? withLoginPath(ports.env) : undefined,
    signIn: ports.signIn,
    tokens: ports.tokens,
    onStatus: (id, { status, statusDetail, session, retrying }) => {
      const before = replica.get('servers', id)?.status;
      views.setStatus(id, status, statusDetail, session, retrying);
      inbox.setSuspended(id, status !== 'connected');
      suspension.changed(id);
      if (status === 'connected' && session) ports.onEvent?.({ type: 'connected', session });
      if (before !== status && (status === 'connected' || status === 'failed')) {
        journal.write({ type: 'session', serverId: id, text: `${id}: ${statusDetail ?? status}` });
      }
    },
    events: {
      onRequest: (session, request) =>
        answerRequest(session, request, {
          dispatcher,
          inFlight,
          serverSettings,
          hardLimitMs,
        }),
      onElicitationComplete: (session, elicitationId) => inbox.finishLink(session.serverId, elicitationId),
      onListChanged: (id, kind) => views.listChanged(id, kind),
      onStray: (id, method) => {
        views.count(id, 'strayRequests');
        ports.onEvent?.({ type: 'stray', serverId: id, method });
      },
      onLog: (id, { source, text }) => {
        views.count(id, source === 'garbage' ? 'garbageLines' : 'logLines');
        ports.onEvent?.({ type: 'log', serverId: id, source, text });
      },
    },
  });

  const lastArguments = new LastArguments(
    ports.servers ? undefined : path.join(ports.dataDir, 'last-arguments.json'),
    // While the list cannot be read, nobody is known to be gone.
    (id) => catalogue.get(id) !== undefined || catalogue.problems().length > 0,
  );
  const suggestions = new Suggestions((id) => sessions.get(id));
  const control = new ServerControl({
    catalogue,
    trust,
    sessions,
    workspaces,
    rules: ruleFile,
    inFlight,
    journal,
    bindingOf,
    offers: (id) => narrow(app.offers(serverSettings(id).models), serverSettings(id).switches),
    openQuestions: (id) => inbox.openOf(id),
    ports,
  });
  const calls = new Calls({
    dispatcher,
    ensure: (id, signal) => control.ensure(id, signal),
    bindingOf,
    maxRounds: () => settings.value.maxRounds,
    hardLimitMs,
    watchSuspension: (id, listener) => suspension.watch(id, listener),
    kept: ports.servers ? nothingKept : journal.kept,
    config: (id) => catalogue.get(id),
    inFlight,
    replica,
    journal,
    onEvent: ports.onEvent,
    onStarted: () => app.refreshSoon(),
  });
  control.onBindingChanged = (id) => calls.cancelOf(id, 'binding-changed');

  const showWorkspaces = () => {
    for (const view of workspaces.views()) replica.set('workspaces', view.id, view);
  };
  workspaces.onChanged((serverIds) => {
    showWorkspaces();
    for (const id of serverIds) sessions.get(id)?.rootsChanged();
  });
  catalogue.onChange((ids) => {
    views.sync(catalogue.list());
    control.changed(ids);
    if (ids.some((id) => catalogue.get(id) === undefined)) lastArguments.forgetGone();
    app.refreshSoon();
  });
  inFlight.onRemoved = () => control.ended();
  sampling.connections.onChange = () => {
    app.refresh();
    control.renegotiate();
  };
  control.listBundled();
  views.sync(catalogue.list());
  showWorkspaces();
  app.refresh();
  calls.resumeKept();
  // Not awaited: a keychain may ask the person first.
  if (!ports.providers) void sampling.connections.checkKeys();

  return {
    replica,
    handlers: hostHandlers({
      replica,
      journal,
      settings,
      catalogue,
      control,
      sessions,
      calls,
      suggestions,
      lastArguments,
      inbox,
      workspaces,
      rules,
      connections: sampling.connections,
      app,
    }),
    workspaces,
    sessions,
    calls,
    onQuestion: (listener) => inbox.onQuestion(listener),
    quitSummary: () => {
      const open = inbox.openViews();
      const kept = open.filter(
        ({ cause }) => cause.callId !== undefined && calls.survives(cause.callId),
      ).length;
      return { kept, lost: open.length - kept };
    },
    close: async () => {
      await calls.endAll('app-quits');
      await sessions.closeAll();
      await swept;
      catalogue.close();
      lastArguments.close();
      workspaces.close();
      ruleFile.close();
      app.close();
      dispatcher.close();
      journal.close();
    },
  };
}
