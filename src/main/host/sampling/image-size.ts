/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Where the size of a JPEG may stand at the latest; metadata before it can be long. */
const MAX_HEAD = 512 * 1024;

/** The size an image says it has (PNG, GIF, WebP, JPEG), or undefined. `base64` is clean. */
export function imageSize(base64: string): ImageSize | undefined {
  const bytes = Buffer.from(base64.slice(0, MAX_HEAD), 'base64');
  try {
    const size = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // Cut off before its size.
    return undefined;
  }
}

const starts = (bytes: Buffer, text: string, at = 0) =>
  bytes.toString('latin1', at, at + text.length) === text;

function png(bytes: Buffer): ImageSize | undefined {
  if (!starts(bytes, '\x89PNG\r\n\x1a\n')) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): ImageSize | undefined {
  if (!starts(bytes, 'GIF8')) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webp(bytes: Buffer): ImageSize | undefined {
  if (!starts(bytes, 'RIFF') || !starts(bytes, 'WEBP', 8)) return undefined;
  if (starts(bytes, 'VP8X', 12)) {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (starts(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** The first start-of-frame segment has it. */
function jpeg(bytes: Buffer): ImageSize | undefined {
  if (!starts(bytes, '\xff\xd8\xff')) return undefined;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    // Fill bytes before a marker have no length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
