// Tasks (extension io.modelcontextprotocol/tasks, SEP-2663) that go through the states a scenario lists.

const TERMINAL = ['completed', 'failed', 'cancelled'];
const STARTED = '2026-01-01T00:00:00Z';

/**
 * A task is `{id, states, ttlMs, pollIntervalMs, seed}`; README.md describes its states. A fresh process knows the
 * tasks of its scenario from their first state, as if they had been kept.
 * @param {Record<string, any>} scenario
 */
export function createTasks(scenario) {
  /** @type {Map<string, any>} */
  const live = new Map();

  function begin(definition) {
    const { id = 't-1' } = definition;
    live.set(id, { definition, at: 0, looks: 0, responses: {}, cancelled: false });
    return { resultType: 'task', ...common(definition), status: 'working', ...definition.seed };
  }

  const common = ({ id = 't-1', ttlMs = null, pollIntervalMs = 250 }) => ({
    taskId: id,
    createdAt: STARTED,
    lastUpdatedAt: STARTED,
    ttlMs,
    pollIntervalMs,
  });

  /** What the task is now; counts as one look at it. */
  function get(task) {
    if (task.cancelled) return { result: { ...common(task.definition), status: 'cancelled' } };
    const states = task.definition.states;
    while (task.at < states.length - 1 && isPast(task, states[task.at])) {
      task.at += 1;
      task.looks = 0;
    }
    task.looks += 1;
    const { looks: _, error, ...state } = states[task.at];
    if (error && state.status === undefined) return { error };
    const given = state.status === 'completed' && state.result === undefined;
    return {
      result: {
        ...common(task.definition),
        ...state,
        ...(error ? { error } : {}),
        ...(given ? { result: resultOf(task) } : {}),
      },
    };
  }

  function isPast(task, state) {
    if (TERMINAL.includes(state.status)) return false;
    if (state.looks !== undefined) return task.looks >= state.looks;
    if (state.status !== 'input_required') return task.looks >= 1;
    return Object.keys(state.inputRequests ?? {}).every((key) => Object.hasOwn(task.responses, key));
  }

  const resultOf = ({ responses }) => ({
    content: [{ type: 'text', text: JSON.stringify(responses) }],
    structuredContent: { inputResponses: responses },
  });

  const methods = {
    'tasks/get': get,
    'tasks/update': (task, params) => {
      Object.assign(task.responses, params.inputResponses);
      return { result: {} };
    },
    'tasks/cancel': (task) => {
      task.cancelled = true;
      return { result: {} };
    },
  };

  for (const definition of definitions(scenario)) begin(definition);
  return {
    begin,
    /** The answer to a request about a task, or undefined for any other request. */
    answer({ method, params }) {
      const serve = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!serve || live.size === 0) return undefined;
      const task = live.get(params?.taskId);
      if (!task) return { error: { code: -32602, message: 'Failed to retrieve task: Task not found' } };
      return serve(task, params);
    },
  };
}

function* definitions(scenario) {
  for (const entry of Object.values(scenario.onCall ?? {})) {
    const lists = Array.isArray(entry) ? [entry] : entry.rounds;
    for (const steps of lists) for (const step of steps) if (step.task) yield step.task;
  }
}
