import { isDeepStrictEqual } from 'node:util';
import type { RuleView } from '../../../shared/model/rule.ts';
import type { Replica } from './replica.ts';

/** Takes the rules as they are now: new and changed ones are set, others removed. */
export function showRules(replica: Replica, views: readonly RuleView[]): void {
  const now = new Map(views.map((view) => [view.rule.id, view]));
  for (const { rule } of replica.all('rules')) if (!now.has(rule.id)) replica.delete('rules', rule.id);
  for (const [id, view] of now) {
    if (!isDeepStrictEqual(replica.get('rules', id), view)) replica.set('rules', id, view);
  }
}
