import { type MessagesApi, startMessagesApi } from '../servers/messages-api.ts';
import type { Steps } from '../servers/raw.ts';
import { type Asking, type AskingServer, askingTest, type Era } from './asking.ts';

// Servers whose tools ask a model, a stand-in for that model, and what both received.

/** `legacy` and `modern`, whose tools ask these one after the other: the params of `sampling/createMessage`, by tool. */
export function samplingTest(
  questions: Readonly<Record<string, readonly object[]>>,
  more: Readonly<Record<string, AskingServer>> = {},
) {
  let api: MessagesApi | undefined;
  const toolsOf = (era: Era) =>
    Object.fromEntries(
      Object.entries(questions).map(([tool, all]) => [tool, samplingSteps(era, tool, all)] as const),
    );
  const test = askingTest(async () => {
    const started = await startMessagesApi({ key: 'sk-test', takesTemperature: true });
    api = started;
    return {
      servers: {
        legacy: { era: 'legacy', more: toolsOf('legacy') },
        modern: { era: 'modern', more: toolsOf('modern') },
        ...more,
      },
      env: { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: started.url },
      close: () => started.close(),
    };
  });
  return {
    test,
    api: () => {
      if (!api) throw new Error('The stand-in is not started.');
      return api;
    },
  };
}

/** Longer than any test file runs. */
const LIFE_MS = 600_000;
const idOf = (tool: string, at: number) => `${tool}-${at}`;

function samplingSteps(era: Era, tool: string, questions: readonly object[]): Steps {
  const requests = questions.map((params, at) => ({
    id: idOf(tool, at),
    request: { method: 'sampling/createMessage', params },
  }));
  if (era === 'legacy')
    return requests.map(({ id, request }) => ({ ask: { id, ...request }, withinMs: LIFE_MS }));
  return {
    rounds: requests.map(({ id, request }) => [
      { inputRequired: { inputRequests: { [id]: request }, requestState: id } },
    ]),
  };
}

/** All that the server received of a tool's questions: the answers, or the calls with them, whole. */
export function receivedOf(asking: Asking, era: Era, tool: string): unknown[] {
  const received = asking.record(era).flatMap(({ kind, what }) => (kind === 'in' ? [what] : []));
  if (era === 'legacy')
    return received.filter(({ id, method }) => !method && String(id).startsWith(`${tool}-`));
  return received
    .filter(({ method, params }) => method === 'tools/call' && params.name === tool)
    .map(({ params: { _meta, ...params } }) => params)
    .slice(1);
}

/** What `receivedOf` gives when these are the answers to the tool's questions; on modern an error is nothing. */
export const answersOf = (era: Era, tool: string, ...answers: ({ result: unknown } | { error: unknown })[]) =>
  answers.flatMap((answer, at): unknown[] => {
    const id = idOf(tool, at);
    if (era === 'legacy') return [{ jsonrpc: '2.0', id, ...answer }];
    return 'error' in answer
      ? []
      : [{ name: tool, arguments: {}, inputResponses: { [id]: answer.result }, requestState: id }];
  });
