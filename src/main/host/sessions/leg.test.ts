import { describe, expect, it } from 'vitest';
import { readComplete, readLeg } from './leg.ts';

describe('readLeg', () => {
  it('gives a complete result without its type, and whole', () => {
    const result = { content: [{ type: 'odd' }], extra: 1 };
    expect(readLeg({ resultType: 'complete', ...result }, 'modern')).toEqual({ type: 'complete', result });
    expect(readLeg(result, 'legacy')).toEqual({ type: 'complete', result });
  });

  it('tells an absent state from an empty one', () => {
    const inputRequests = { a: {} };
    expect(readLeg({ resultType: 'input_required', inputRequests }, 'modern')).toMatchObject({
      requestState: undefined,
    });
    expect(readLeg({ resultType: 'input_required', requestState: '' }, 'modern')).toEqual({
      type: 'input_required',
      inputRequests: {},
      requestState: '',
    });
  });

  it.each([
    [{ resultType: 'input_required' }],
    [{ resultType: 'input_required', inputRequests: [] }],
    [{ resultType: 'input_required', inputRequests: {}, requestState: 1 }],
    [{ resultType: 'task', taskId: 'x' }],
    [{ resultType: 7 }],
  ])('refuses %j', (result) => {
    expect(() => readLeg(result, 'modern')).toThrow(expect.objectContaining({ code: 'protocol' }));
  });

  it('refuses a state that would be too long to be kept with every answer', () => {
    const result = { resultType: 'input_required', requestState: 'x'.repeat(10_000_001) };
    expect(() => readLeg(result, 'modern')).toThrow(expect.objectContaining({ code: 'protocol' }));
  });

  it('refuses input_required in the legacy era and on other methods', () => {
    const result = { resultType: 'input_required', inputRequests: { a: {} } };
    expect(() => readLeg(result, 'legacy')).toThrow(expect.objectContaining({ code: 'protocol' }));
    expect(() => readComplete(result)).toThrow(expect.objectContaining({ code: 'protocol' }));
  });
});
