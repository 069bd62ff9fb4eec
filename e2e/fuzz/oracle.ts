/**
 * What a line of the server demands of a legacy client, judged apart from the code under test: a request with a usable id
 * is answered exactly once (JSON-RPC 2.0, 4 and 5), and so is one that is broken but says whom to tell.
 */
export interface Demand {
  /** Ids that must be answered, one entry an answer. */
  readonly must: readonly string[];
  /** Ids that may be answered or not: what their line means is open. */
  readonly may: readonly string[];
  /** Ids that the server does not want answered any more. */
  readonly cancelled: readonly string[];
}

const NOISY_IDS = /"(id|requestId)":\s*(-?[\d.eE+-]+|"(?:[^"\\]|\\.)*")/g;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An id as a key; undefined for what JSON-RPC cannot use as one, or cannot repeat. */
export function idKey(id: unknown): string | undefined {
  if (typeof id === 'string') return `"${id}`;
  return typeof id === 'number' && Number.isFinite(id) ? String(id) : undefined;
}

/** Over stdio each line is a message; the data of an event is one, whatever lines it has. */
export function demandOf(line: string, wire: 'stdio' | 'http' = 'stdio'): Demand {
  const must: string[] = [];
  const may: string[] = [];
  const cancelled: string[] = [];
  for (const part of wire === 'http' ? [line] : line.split('\n')) {
    let value: unknown;
    try {
      value = JSON.parse(part);
    } catch {
      // Terminal codes and other noise around a message may be forgiven.
      for (const [, field, text] of part.matchAll(NOISY_IDS)) {
        (field === 'id' ? may : cancelled).push(keyOfText(text));
      }
      continue;
    }
    for (const one of Array.isArray(value) ? value : [value]) {
      if (!isObject(one)) continue;
      const key = idKey(one.id);
      const params = isObject(one.params) ? one.params : {};
      if (one.method === 'notifications/cancelled') {
        const target = idKey(params.requestId);
        if (target !== undefined) cancelled.push(target);
      }
      if (key === undefined || !Object.hasOwn(one, 'method')) continue;
      if (one.jsonrpc === '2.0' && typeof one.method === 'string') must.push(key);
      else if (Object.hasOwn(one, 'result') || Object.hasOwn(one, 'error')) may.push(key);
      else must.push(key);
    }
  }
  return { must, may, cancelled };
}

function keyOfText(text: string | undefined): string {
  try {
    return idKey(JSON.parse(text ?? '')) ?? '';
  } catch {
    return '';
  }
}
