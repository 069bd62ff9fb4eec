import type { HeaderDeclaration } from '../../../shared/header-declarations.ts';
import { isObject } from '../../../shared/json.ts';

/** The headers of one call. Absent and null arguments have none, nor has what is not of a plain type. */
export function paramHeaders(
  declarations: readonly HeaderDeclaration[],
  args: unknown,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { path, name } of declarations) {
    let value = args;
    for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    const text = plain(value);
    if (text !== undefined) headers[`Mcp-Param-${name}`] = encode(text);
  }
  return headers;
}

function plain(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value)))
    return String(value);
  return undefined;
}

/** A value that HTTP would change or refuse is sent as base64 of its UTF-8 (SEP-2243, value encoding). */
function encode(value: string): string {
  const safe =
    /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/s.test(value);
  return safe ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}
