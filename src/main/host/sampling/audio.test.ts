import { describe, expect, it } from 'vitest';
import { audioFormat } from './audio.ts';
import { toPromptView } from './view.ts';

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

describe('B19 the format of a sound', () => {
  it.each([
    ['audio/mpeg', 'mp3'],
    ['audio/mp3', 'mp3'],
    ['audio/x-wav', 'wav'],
    ['audio/vnd.wave', 'wav'],
    ['audio/mp4; codecs=mp4a', 'm4a'],
    ['audio/flac', 'flac'],
    ['AUDIO/OGG', 'ogg'],
    ['image/png', undefined],
    ['audio/', undefined],
    ['', undefined],
  ])('%s is called %s', (mimeType, format) => {
    expect(audioFormat(mimeType, '')).toBe(format);
  });

  it.each([
    ['RIFF\x01\x02\x0a\x04WAVEfmt ', 'wav'],
    ['ID3\x04', 'mp3'],
    ['\xff\xfb\x90\x00', 'mp3'],
    ['\xff\xf1\x50\x80', 'aac'],
    ['OggS\x00', 'ogg'],
    ['fLaC\x00', 'flac'],
    ['\x00\x00\x0a\x20ftypM4A ', 'm4a'],
  ])('the bytes decide, whatever it is called: %j', (bytes, format) => {
    expect(audioFormat('audio/mpeg', base64(bytes))).toBe(format);
  });

  it('is never shown or named as an image', () => {
    const audio = { type: 'audio', mimeType: 'audio/mpeg', data: base64('ID3\x04abc') };
    const { messages } = toPromptView({ messages: [{ role: 'user', content: [audio] }], maxTokens: 1 });
    expect(messages[0]?.blocks).toEqual([{ type: 'audio', mimeType: 'audio/mpeg', bytes: 7 }]);
    expect(JSON.stringify(messages)).not.toContain('data:');
  });
});
