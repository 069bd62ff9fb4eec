const numbers = new Intl.NumberFormat('en');
export const numberText = (value: number): string => numbers.format(value);

/** "1 server", "2 servers". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** "12 bytes", "3.4 kB", "1.2 MB". */
export const sizeText = (bytes: number): string => {
  if (bytes < 1000) return countText(bytes, 'byte');
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
};

/** "0.4 s", "12 s", "3 min 5 s". */
export const durationText = (milliseconds: number): string => {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
};

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The time of day, with the day in front when that was not today. */
export const timeText = (at: number, now: number = Date.now()): string =>
  (new Date(at).toDateString() === new Date(now).toDateString() ? clock : dayAndClock).format(at);
