import type { ModelOption } from '../../../shared/model/reverse-call.ts';
import { chooseModel } from './choose.ts';
import { createAnthropic } from './providers/anthropic.ts';
import { createManual } from './providers/manual.ts';
import type { Provider, SamplingRoom } from './types.ts';

export interface SamplingOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Used instead of the built-in providers. */
  readonly providers?: readonly Provider[];
}

/** The sampling room with its providers; the manual one comes last, so that it is the default without a key. */
export function createSampling(options: SamplingOptions): SamplingRoom {
  const providers = options.providers ?? [createAnthropic(options.env), createManual()];
  const ready = () => providers.filter((provider) => provider.status().ready);
  const models = (): ModelOption[] => {
    const all: ModelOption[] = [];
    for (const provider of ready()) all.push(...provider.models());
    return all;
  };
  const provider = (id: string) => providers.find((one) => one.id === id);
  return {
    providers,
    provider,
    models,
    choose: (request, defaultModel) =>
      chooseModel(
        models(),
        request.modelPreferences,
        defaultModel,
        (option) => provider(option.provider)?.manual ?? false,
      ),
    offersTools: () => ready().some((one) => one.tools),
  };
}
