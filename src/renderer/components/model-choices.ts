import type { ModelOption } from '../../shared/model/reverse-call.ts';
import { plainLine } from './Untrusted.tsx';

/** Models to choose from; those chosen before (`kept`) that are not there now come last. Labels may be an endpoint's. */
export const modelChoices = (
  models: readonly ModelOption[],
  kept: readonly string[] = [],
): { value: string; label: string }[] => [
  ...models.map(({ id, label }) => ({ value: id, label: plainLine(label) })),
  ...kept
    .filter((id) => !models.some((model) => model.id === id))
    .map((id) => ({ value: id, label: `${plainLine(id)} (not available now)` })),
];
