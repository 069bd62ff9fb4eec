/** A square PNG: its side in pixels and its bytes. */
export interface Png {
  size: number;
  bytes: Buffer;
}

/** A Windows .ico whose entries are PNGs (Windows Vista and later); sides up to 256. */
export function ico(pngs: readonly Png[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pngs.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.length, 4);
  let offset = head.length;
  for (const [index, { size, bytes }] of pngs.entries()) {
    const at = 6 + 16 * index;
    // 256 does not fit into the byte and is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(bytes.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...pngs.map((png) => png.bytes)]);
}

/** The types of a macOS .icns that hold PNGs, by the side of the picture; the second is the one for retina screens. */
const ICNS_TYPES: Readonly<Record<number, readonly string[]>> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** A macOS .icns; sides that the format has no PNG type for are left out. */
export function icns(pngs: readonly Png[]): Buffer {
  const parts = pngs.flatMap(({ size, bytes }) =>
    (ICNS_TYPES[size] ?? []).map((type) => {
      const head = Buffer.alloc(8);
      head.write(type, 'latin1');
      head.writeUInt32BE(8 + bytes.length, 4);
      return Buffer.concat([head, bytes]);
    }),
  );
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}
