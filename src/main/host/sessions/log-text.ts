const MAX_LOG_TEXT = 8000;

/** One line for the log of what `notifications/message` brings; cut at 8,000 characters. */
export function logText(fields: Record<string, unknown>): string {
  const { level, logger, data } = fields;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const from = typeof logger === 'string' ? ` ${logger}:` : '';
  return `${typeof level === 'string' ? `[${level}]` : '[info]'}${from} ${text ?? ''}`.slice(0, MAX_LOG_TEXT);
}
