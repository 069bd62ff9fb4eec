import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import type { Provider } from '../types.ts';

/** No model at all: the person writes the completion in the second dialog. Always ready, needs no key. */
export function createManual(): Provider {
  const label = 'You (write the answer)';
  return {
    id: 'manual',
    label,
    tools: false,
    manual: true,
    status: () => ({
      ready: true,
      detail: 'You write the answer yourself; no model is asked and nothing leaves.',
    }),
    models: () => [{ id: 'manual/you', provider: 'manual', model: 'you', label }],
    complete: async (_request, { signal }) => {
      signal.throwIfAborted();
      throw new SentenceError(
        'manual',
        'Nobody wrote the answer; write it in the dialog, or choose a model.',
      );
    },
  };
}
