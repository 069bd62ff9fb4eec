/** What a text held, or where it stops being JSON, as a phrase: "line 3, column 5", "its end", "an unexpected }". */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly where: string };

/** Parses JSON text, with or without a byte-order mark. */
export function readJson(text: string): JsonReading {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(body) as unknown };
  } catch (error) {
    return { ok: false, where: where(body, error instanceof Error ? error.message : '') };
  }
}

/** V8 names a position in most messages, the token in the rest. */
function where(body: string, message: string): string {
  const at = /at position (\d+)/.exec(message)?.[1];
  if (at !== undefined && Number(at) < body.trimEnd().length) {
    const lines = body.slice(0, Number(at)).split('\n');
    return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  }
  const token = /^Unexpected token '(.)'/u.exec(message)?.[1];
  return token === undefined ? 'its end' : `an unexpected ${token}`;
}
