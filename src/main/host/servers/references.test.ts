import { describe, expect, it } from 'vitest';
import { redactorOf, valueNotes } from './references.ts';

describe('what is said of values before a start', () => {
  it('shows what decides which program runs, and which variables a value takes in', () => {
    expect(
      valueNotes({
        PATH: '/tmp/evil',
        TOKEN: 'plain-secret',
        X: 'a-${AWS_SECRET_ACCESS_KEY}',
        LD_PRELOAD: '/x.so',
      }),
    ).toEqual([
      { name: 'PATH', note: 'decides what is run: /tmp/evil' },
      { name: 'X', note: 'takes in AWS_SECRET_ACCESS_KEY from your environment' },
      { name: 'LD_PRELOAD', note: 'decides what is run: /x.so' },
    ]);
  });
});

describe('redactorOf', () => {
  it('takes filled-in values and own values out of a sentence', () => {
    const redact = redactorOf(
      { type: 'stdio', command: '/x/${TOKEN}/run', args: [], env: { KEY: 'own-secret-value', SHORT: 'abc' } },
      { TOKEN: 'filled-in-secret' },
    );
    expect(redact('The program /x/filled-in-secret/run was not found, own-secret-value, abc.')).toBe(
      'The program /x/${TOKEN}/run was not found, ${KEY}, abc.',
    );
  });

  it('leaves a text alone where nothing is filled in', () => {
    const redact = redactorOf({ type: 'http', url: 'https://example.com/mcp' }, { HOME: '/home/u' });
    expect(redact('Nothing answers at example.com.')).toBe('Nothing answers at example.com.');
  });
});
