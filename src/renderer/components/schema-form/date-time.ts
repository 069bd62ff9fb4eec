/** A date-time as a person enters it: the time on the wall, and how far its zone is from UTC. */
export interface WallTime {
  /** `2026-03-08T14:30` or with seconds; empty when nothing is entered. */
  readonly wall: string;
  /** `+01:00`, `-05:00` or `Z`. */
  readonly offset: string;
}

/** Minutes that a zone is ahead of UTC at an instant (milliseconds since the epoch). */
export type ZoneAt = (instant: number) => number;

/** The zone of this computer. */
export const localZone: ZoneAt = (instant) => -new Date(instant).getTimezoneOffset();

const RFC3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)([Zz]|[+-]\d\d:\d\d)$/;
const OFFSET = /^(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Takes an RFC 3339 text apart without converting it: a default keeps its wall time and its zone. */
export const splitDateTime = (value: string): WallTime | undefined => {
  const match = RFC3339.exec(value);
  if (!match) return undefined;
  return { wall: `${match[1]}T${match[2]}`, offset: (match[3] ?? 'Z').toUpperCase() };
};

/** RFC 3339 with an explicit offset; empty without a wall time. Seconds are required there, so they are filled in. */
export const joinDateTime = ({ wall, offset }: WallTime): string => {
  if (wall === '') return '';
  const withSeconds = /T\d\d:\d\d$/.test(wall) ? `${wall}:00` : wall;
  return `${withSeconds}${offset}`;
};

export const isOffset = (text: string): boolean => OFFSET.test(text);

/** `90` -> `+01:30`. */
export const offsetText = (minutes: number): string => {
  const total = Math.abs(minutes);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(total / 60))}:${two(total % 60)}`;
};

/**
 * The offset a zone has at a wall time. Twice a year a zone skips or repeats an hour: `gap` says the wall time does
 * not exist there, `twice` that it happens two times; the offset is then the one before the change.
 */
export const offsetOf = (wall: string, zone: ZoneAt): { offset: string; note?: 'gap' | 'twice' } => {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return { offset: offsetText(zone(Date.now())) };
  const day = 86_400_000;
  const before = zone(asUtc - day);
  const after = zone(asUtc + day);
  const fits = [...new Set([before, after])].filter((minutes) => zone(asUtc - minutes * 60_000) === minutes);
  if (fits.length === 0) return { offset: offsetText(before), note: 'gap' };
  if (fits.length === 2) return { offset: offsetText(before), note: 'twice' };
  return { offset: offsetText(fits[0] ?? before) };
};
