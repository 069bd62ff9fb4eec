import { describe, expect, it } from 'vitest';
import { npmReason } from './electron-standin.ts';
import { describeTrouble, Trouble } from './trouble.ts';

describe('failures for people', () => {
  it('are a sentence and the next step', () => {
    expect(describeTrouble(new Trouble('It rains.', 'Take an umbrella.'))).toBe(
      'It rains.\nTake an umbrella.',
    );
  });

  it('never show a stack, even when nobody expected them', () => {
    const text = describeTrouble(new Error('EACCES: denied\n    at somewhere (file.ts:1:1)'));
    expect(text).toContain('EACCES: denied');
    expect(text).not.toContain('at somewhere');
    expect(text).toContain('GATEHOUSE_DEBUG=1');
  });

  it.each([
    ['npm error code E404\nnpm error 404 Not Found - GET x\nnpm error A log', '404 Not Found - GET x'],
    ['npm ERR! code ECONNREFUSED\nnpm ERR! syscall connect\nnpm ERR! request failed', 'request failed'],
    ['npm error code EX\n', 'code EX'],
    ['', 'nothing'],
  ])('give the reason of npm: %j', (stderr, reason) => {
    expect(npmReason(stderr)).toBe(reason);
  });
});
