import { describe, expect, it } from 'vitest';
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
});
