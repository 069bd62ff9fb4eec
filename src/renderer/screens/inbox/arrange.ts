import type { QuestionView } from '../../../shared/model/reverse-call.ts';

/** Its server is gone, or it is from before the app was started: answering starts it again. */
export const KEPT = 'Kept from before';

export type SectionName = 'Waiting' | typeof KEPT | 'Refused' | 'Ended';

/** One line of the list, flat, so that a thousand of them can be virtualised. */
export type InboxItem =
  | { readonly type: 'section'; readonly key: string; readonly name: SectionName; readonly count: number }
  | {
      readonly type: 'group';
      readonly key: string;
      readonly callId: number | undefined;
      readonly server: string;
    }
  | { readonly type: 'question'; readonly key: string; readonly question: QuestionView };

const ORDER: readonly SectionName[] = ['Waiting', KEPT, 'Refused', 'Ended'];

/** Where a question stands, or undefined where it is only history: answered, declined, cancelled, denied. */
export const sectionOf = (question: QuestionView): SectionName | undefined => {
  if (question.state === 'suspended') return KEPT;
  if (question.state !== 'closed') return 'Waiting';
  if (question.outcome === 'refused') return 'Refused';
  return question.outcome === 'withdrawn' || question.outcome === 'failed' ? 'Ended' : undefined;
};

/** Sections, in them the calls in the order of their oldest question, in them the questions, oldest first. */
export const arrange = (questions: readonly QuestionView[]): InboxItem[] => {
  const items: InboxItem[] = [];
  for (const name of ORDER) {
    const members = questions.filter((question) => sectionOf(question) === name);
    if (members.length === 0) continue;
    items.push({ type: 'section', key: name, name, count: members.length });
    const groups = new Map<string, QuestionView[]>();
    for (const question of members) {
      const key = `${name} ${question.serverId} ${question.cause.callId ?? ''}`;
      groups.set(key, [...(groups.get(key) ?? []), question]);
    }
    for (const [key, group] of groups) {
      const [first] = group;
      if (!first) continue;
      items.push({ type: 'group', key, callId: first.cause.callId, server: first.serverName });
      for (const question of group) items.push({ type: 'question', key: question.id, question });
    }
  }
  return items;
};

/** The questions of the list in its order. */
export const inOrder = (items: readonly InboxItem[]): QuestionView[] =>
  items.flatMap((item) => (item.type === 'question' ? [item.question] : []));

/** The neighbour in the list, round at its ends; from nowhere the first or the last. */
export const neighbour = (
  ids: readonly string[],
  current: string | undefined,
  step: 1 | -1,
): string | undefined => {
  if (ids.length === 0) return undefined;
  const at = current === undefined ? -1 : ids.indexOf(current);
  if (at === -1) return step === 1 ? ids[0] : ids.at(-1);
  return ids[(at + step + ids.length) % ids.length];
};

/** The next question that still waits, round at the end of the list; what is over is passed by. */
export const skipTo = (order: readonly QuestionView[], current: string | undefined): string | undefined => {
  const at = order.findIndex((question) => question.id === current);
  const rest = [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0))];
  return rest.find((question) => question.state !== 'closed' && question.id !== current)?.id;
};
