import { isObject } from '../../../shared/json.ts';
import { readSchema } from '../../../shared/schema-form/index.ts';
import { readUrl } from '../../../shared/url-view.ts';
import { readSamplingRequest } from '../sampling/read-request.ts';
import type { SamplingRequest } from '../sampling/types.ts';

/** A reverse call after our own tolerant reading. */
export type Parsed =
  | { readonly kind: 'sampling'; readonly request: SamplingRequest }
  | { readonly kind: 'elicitation'; readonly mode: 'form'; readonly message: string; readonly schema: object }
  | {
      readonly kind: 'elicitation';
      readonly mode: 'url';
      readonly message: string;
      readonly url: string;
      readonly elicitationId: string | undefined;
    }
  | { readonly kind: 'roots' };

/** A reverse call that could be read, or why not. */
export type Reading =
  | { readonly ok: true; readonly parsed: Parsed; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly message: string };

const bad = (message: string): Reading => ({ ok: false, message });

/** `elicitationId` went away with this revision: `requestState` takes its place (SEP-2322). */
const NO_ELICITATION_ID = '2026-07-28';

/** Reads `elicitation/create` params (client/elicitation, form and URL mode). A missing mode means form. */
function readElicitation(params: unknown, protocolVersion: string): Reading {
  if (!isObject(params)) return bad('The params of elicitation/create must be an object.');
  const repairs: string[] = [];
  const { mode } = params;
  if (mode !== undefined && mode !== null && mode !== 'form' && mode !== 'url') {
    return bad('The mode of elicitation/create must be "form" or "url".');
  }
  let message = params.message;
  if (message === undefined || message === null) {
    message = '';
    repairs.push('The question had no message.');
  }
  if (typeof message !== 'string') return bad('The message of elicitation/create must be text.');
  if (mode === 'url') {
    if (typeof params.url !== 'string') return bad('URL mode elicitation needs a url.');
    const url = readUrl(params.url);
    if (!url.ok) return bad(url.reason ?? 'The url is not an http or https address.');
    const id = params.elicitationId;
    if (id !== undefined && typeof id !== 'string') return bad('The elicitationId must be text.');
    if (id === undefined && protocolVersion < NO_ELICITATION_ID) {
      repairs.push('The link had no elicitationId.');
    }
    return {
      ok: true,
      parsed: { kind: 'elicitation', mode, message, url: params.url, elicitationId: id },
      repairs,
    };
  }
  const schema = params.requestedSchema;
  if (schema === undefined) {
    const hint = 'schema' in params ? ' It was sent as "schema".' : '';
    return bad(`The elicitation has no requestedSchema.${hint}`);
  }
  if (!isObject(schema)) return bad('The requestedSchema must be an object.');
  repairs.push(...readSchema(schema).repairs);
  return { ok: true, parsed: { kind: 'elicitation', mode: 'form', message, schema }, repairs };
}

/** Reads the params of any reverse method we serve; the message says in one sentence what is wrong. */
export function readReverse(method: string, params: unknown, protocolVersion: string): Reading {
  switch (method) {
    case 'sampling/createMessage': {
      const read = readSamplingRequest(params, { protocolVersion });
      if (!read.ok) return read;
      return { ok: true, parsed: { kind: 'sampling', request: read.request }, repairs: read.repairs };
    }
    case 'elicitation/create':
      return readElicitation(params, protocolVersion);
    default:
      if (params !== undefined && params !== null && !isObject(params)) {
        return bad('The params of roots/list must be an object.');
      }
      return { ok: true, parsed: { kind: 'roots' }, repairs: [] };
  }
}
