import type { ModelOption } from '../../../shared/model/reverse-call.ts';
import { chooseModel } from './choose.ts';
import { Connections, type ConnectionsDeps } from './connections/connections.ts';
import { obstaclesOf } from './obstacles.ts';
import { createManual } from './providers/manual.ts';
import type { Provider, SamplingRoom } from './types.ts';

/** What the room needs; tests bring their own providers. */
export interface SamplingOptions extends ConnectionsDeps {
  /** Used instead of the connections. */
  readonly providers?: readonly Provider[];
}

/** The sampling room with its providers; the manual one comes last, so that it is the default without a key. */
export function createSampling(options: SamplingOptions): SamplingRoom {
  const connections = new Connections(options);
  const manual = createManual();
  const providers = () => options.providers ?? [...connections.providers(), manual];
  const provider = (id: string) => providers().find((one) => one.id === id);
  const models = (allowed: readonly string[] = []): ModelOption[] => {
    const all: ModelOption[] = [];
    for (const one of providers()) {
      if (!one.status().ready) continue;
      // The person may always write: then nothing is asked that a server could be kept from.
      const fits = (option: ModelOption) => allowed.length === 0 || one.manual || allowed.includes(option.id);
      all.push(...one.models().filter(fits));
    }
    return all;
  };
  const isManual = (option: ModelOption) => provider(option.provider)?.manual ?? false;
  return {
    get providers() {
      return providers();
    },
    connections,
    provider,
    models,
    choose: (request, defaultModel, allowed) =>
      chooseModel(models(allowed), request.modelPreferences, defaultModel, isManual),
    obstacles: (request, options) => obstaclesOf(request, options, provider),
    offersTools: (defaultModel, allowed) => {
      const usual = chooseModel(models(allowed), undefined, defaultModel, isManual)?.option;
      const by = usual && provider(usual.provider);
      return by?.tools === true && usual?.facts?.tools !== false;
    },
  };
}
