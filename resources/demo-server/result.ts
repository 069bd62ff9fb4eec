import type { CallToolResult } from '@modelcontextprotocol/server';

/**
 * How a tool ended. `declined`, `cancelled` and `denied` are the person's right and no errors; `unavailable`
 * means that the client cannot be asked, `invalid` that an answer breaks the form's own rules.
 */
export type Outcome =
  | 'accepted'
  | 'declined'
  | 'cancelled'
  | 'denied'
  | 'fallback'
  | 'unavailable'
  | 'invalid';

/** A result that says the same twice: a sentence with the entered values as JSON, and `structuredContent`. */
export function finish(
  outcome: Outcome,
  sentence: string,
  details: Record<string, unknown> = {},
): CallToolResult {
  const structuredContent = { outcome, ...details };
  return {
    content: [
      { type: 'text', text: sentence },
      { type: 'text', text: JSON.stringify(structuredContent) },
    ],
    structuredContent,
    ...(outcome === 'unavailable' || outcome === 'invalid' ? { isError: true } : {}),
  };
}

/** The text of a sampling answer, whose content may be one block or several. */
export function textOf(content: unknown): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks
    .map((block: { type?: string; text?: string }) => (block?.type === 'text' ? (block.text ?? '') : ''))
    .filter(Boolean)
    .join('\n');
}
