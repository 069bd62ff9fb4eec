import type Anthropic from '@anthropic-ai/sdk';
import { isObject } from '../../../../shared/json.ts';
import { ModelFacts, ModelName } from '../../../../shared/model/models.ts';
import { SentenceError } from '../../../../shared/model/sentence-error.ts';
import type { FoundModel } from '../types.ts';

/** However many an endpoint claims to have. */
const MAX_MODELS = 500;
const MAX_PAGES = 20;
const MAX_ENTRIES = 2000;
const PAGE = 100;
const LIMIT_MS = 30_000;

/**
 * `GET /v1/models`, page after page, within bounds. What the endpoint says is text and numbers of a known form or it is
 * left out; a model whose name is no name is left out as a whole.
 */
export async function readModels(client: Anthropic, signal: AbortSignal): Promise<FoundModel[]> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const found = new Map<string, FoundModel>();
  let seen = 0;
  // The SDK reads members of whatever JSON came.
  let page = await client.models.list({ limit: PAGE }, { signal: bounded }).catch((error: unknown) => {
    throw error instanceof TypeError ? notModels() : error;
  });
  for (let pages = 1; ; pages++) {
    if (!Array.isArray(page.data)) throw notModels();
    for (const raw of page.data as unknown[]) {
      seen += 1;
      const model = readModel(raw);
      if (model && found.size < MAX_MODELS) found.set(model.id, model);
    }
    if (pages >= MAX_PAGES || seen >= MAX_ENTRIES || page.data.length === 0 || !page.hasNextPage()) break;
    page = await page.getNextPage();
    bounded.throwIfAborted();
  }
  if (found.size === 0) throw notModels();
  return [...found.values()];
}

const notModels = () =>
  new SentenceError('not-models', 'What came back is not a list of models; name your models by hand.');

function readModel(raw: unknown): FoundModel | undefined {
  if (!isObject(raw)) return undefined;
  const id = ModelName.safeParse(raw.id);
  if (!id.success) return undefined;
  const { display_name: label, max_input_tokens: contextTokens, capabilities } = raw;
  const images = isObject(capabilities) ? capabilities.image_input : undefined;
  const said: Record<string, unknown> = {
    label: typeof label === 'string' ? label.trim().slice(0, 200) : undefined,
    contextTokens,
    images: isObject(images) ? images.supported : undefined,
  };
  const facts = Object.entries(said).filter(
    ([key, value]) =>
      ModelFacts.shape[key as keyof ModelFacts].safeParse(value).success && value !== undefined,
  );
  return { id: id.data, facts: Object.fromEntries(facts) };
}
