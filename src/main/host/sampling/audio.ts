/** The names sounds go by, by what their bytes begin with. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^RIFF.{4}WAVE/s, 'wav'],
  [/^ID3|^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/, 'mp3'],
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'aac'],
  [/^OggS/, 'ogg'],
  [/^fLaC/, 'flac'],
  [/^.{4}ftyp/s, 'm4a'],
];

/** Types whose second half is not what the format is called. */
const TYPES: Readonly<Record<string, string>> = {
  mpeg: 'mp3',
  mpeg3: 'mp3',
  mp4: 'm4a',
  wave: 'wav',
  'vnd.wave': 'wav',
  opus: 'ogg',
};

/**
 * What a sound's format is called where one is named (`mp3`, `wav`, ...): by its bytes, since servers often name the wrong
 * type, else by its MIME type. Undefined where neither says.
 */
export function audioFormat(mimeType: string, base64: string): string | undefined {
  const head = Buffer.from(base64.slice(0, 32), 'base64').toString('latin1');
  const known = BEGINNINGS.find(([beginning]) => beginning.test(head));
  if (known) return known[1];
  const named = /^audio\/(?:x-)?([a-z0-9.-]{1,20})(?:;|$)/i.exec(mimeType.trim())?.[1]?.toLowerCase();
  if (named === undefined) return undefined;
  return Object.hasOwn(TYPES, named) ? TYPES[named] : named;
}
