import type { ModelOption } from '../../../shared/model/reverse-call.ts';
import type { ContentBlock, Provider, SamplingRequest } from './types.ts';

/** Models with content of a request they cannot take, named before anything is sent; others are not in the list. */
export function obstaclesOf(
  request: SamplingRequest,
  models: readonly ModelOption[],
  provider: (id: string) => Provider | undefined,
): { model: string; sentences: string[] }[] {
  const kinds = kindsOf(request.messages.flatMap(({ content }) => content));
  const byProvider = new Map<string, readonly string[]>();
  return models.flatMap((option) => {
    const asked = provider(option.provider);
    if (!asked) return [];
    const general = byProvider.get(asked.id) ?? asked.obstacles?.(request) ?? [];
    byProvider.set(asked.id, general);
    const sentences = [...general, ...ofModel(request, option, asked, kinds)];
    return sentences.length > 0 ? [{ model: option.id, sentences }] : [];
  });
}

/** What is known of that model alone. */
function ofModel(
  request: SamplingRequest,
  { label, facts }: ModelOption,
  provider: Provider,
  kinds: ReadonlySet<string>,
): string[] {
  const sentences: string[] = [];
  if (facts?.images === false && kinds.has('image')) {
    sentences.push(`${label} takes no images; choose another model or write the answer yourself.`);
  }
  const tools = (request.tools?.length ?? 0) > 0 || kinds.has('tool_use');
  if (!provider.manual && tools && (!provider.tools || facts?.tools === false)) {
    sentences.push(`${label} cannot use tools; choose another model or write the answer yourself.`);
  }
  if (provider.manual && !provider.tools && request.toolChoice?.mode === 'required') {
    sentences.push('The server wants a tool to be used, which you cannot write here; choose a model.');
  }
  return sentences;
}

function kindsOf(content: readonly ContentBlock[]): Set<string> {
  const kinds = new Set<string>();
  for (const block of content) {
    kinds.add(block.type);
    if (block.type !== 'tool_result' || !Array.isArray(block.content)) continue;
    for (const inner of block.content as ContentBlock[]) kinds.add(inner.type);
  }
  return kinds;
}
