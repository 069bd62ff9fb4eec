import { type Report, rawStdio, type Scenario, type TaskScript } from '../../../../e2e/servers/raw.ts';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { form } from './asks.ts';
import type { Person } from './person.ts';

// Servers that make tasks of their calls (SEP-2663), and what those have received.

export type Received = { method: string; id?: number; params: Record<string, unknown> & { _meta?: Meta } };
export type Meta = Record<string, unknown> & { traceparent?: string };

export const asks = (...names: string[]) => ({
  status: 'input_required',
  inputRequests: Object.fromEntries(names.map((name) => [name, form(name)])),
});
export const done = { status: 'completed' };
export const tool = (states: TaskScript['states'], more: Partial<TaskScript> = {}): Scenario => ({
  onCall: { work: [{ task: { states, ...more } }], die: [{ kill: 'SIGKILL' }] },
});
export const modern = (scenario: Scenario) => ({ type: 'stdio' as const, ...rawStdio(scenario, 'modern') });
export const of = (report: Report, method: string) =>
  (report.received as unknown as Received[]).filter((message) => message.method === method);

/** A question that waits for the person, also where its server is gone. */
export const isWaiting = (q: QuestionView) => q.state === 'waiting' || q.state === 'suspended';

/** Connects such a server as `s`, and runs its call. */
export async function runTask(
  person: Person,
  scenario: Scenario,
  settings: Parameters<Person['connect']>[2] = {},
) {
  await person.connect('s', modern(scenario), settings);
  return person.run('s', 'work');
}
