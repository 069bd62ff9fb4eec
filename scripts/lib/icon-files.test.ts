import { describe, expect, it } from 'vitest';
import { icns, ico } from './icon-files.ts';

const png = (size: number) => ({ size, bytes: Buffer.from(`png of ${size}`) });

describe('icon files', () => {
  it('ico: every entry points at its picture, and 256 is written as 0', () => {
    const file = ico([png(16), png(256)]);
    expect(file.readUInt16LE(4)).toBe(2);
    const sides = [0, 1].map((index) => file.readUInt8(6 + 16 * index));
    expect(sides).toEqual([16, 0]);
    const pictures = [0, 1].map((index) => {
      const at = 6 + 16 * index;
      const [length, offset] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)];
      return file.subarray(offset, offset + length).toString();
    });
    expect(pictures).toEqual(['png of 16', 'png of 256']);
  });

  it('icns: the parts add up to the length in the head', () => {
    const file = icns([png(16), png(256)]);
    expect(file.readUInt32BE(4)).toBe(file.length);
    const types: string[] = [];
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4))
      types.push(file.toString('latin1', at, at + 4));
    expect(types).toEqual(['ic08', 'ic13']);
  });
});
