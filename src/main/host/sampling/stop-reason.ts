/**
 * A provider's word for why it stopped, as MCP says it (CreateMessageResult.stopReason is an open string): the four
 * MCP names where they fit, the provider's own in the same spelling otherwise, nothing when it is unknown.
 */
export function toStopReason(raw: string | null | undefined): string | undefined {
  if (raw === null || raw === undefined || raw === '') return undefined;
  return KNOWN.get(raw) ?? raw.replace(/[_-]+([a-zA-Z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

const KNOWN = new Map([
  ['end_turn', 'endTurn'],
  ['stop', 'endTurn'],
  ['max_tokens', 'maxTokens'],
  ['length', 'maxTokens'],
  ['model_context_window_exceeded', 'maxTokens'],
  ['stop_sequence', 'stopSequence'],
  ['tool_use', 'toolUse'],
  ['tool_calls', 'toolUse'],
]);
