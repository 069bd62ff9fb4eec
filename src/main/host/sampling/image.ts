/** Images a window can show and every provider we have takes. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** Base64 without line breaks and padding faults, or undefined when it is none. */
export function cleanBase64(data: string): string | undefined {
  const text = data
    .replace(/[\r\n\t ]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/=+$/, '');
  if (text.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(text)) return undefined;
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** The number of bytes base64 stands for. */
export function base64Bytes(data: string): number {
  return Math.floor((data.replace(/[=\s]+/g, '').length * 3) / 4);
}

/** What the bytes are, whatever they are called: servers often name the wrong type. */
export function sniffImage(base64: string): ImageType | undefined {
  const head = Buffer.from(base64.slice(0, 32), 'base64').toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
