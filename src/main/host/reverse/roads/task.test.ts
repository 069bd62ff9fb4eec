import { describe, expect, it } from 'vitest';
import { answeredBy, freshRequests, stillWants } from './task.ts';

const ask = (message: string) => ({ method: 'elicitation/create', params: { message } });

describe('freshRequests', () => {
  it('leaves out what was answered, and keeps the order of the server', () => {
    const inputRequests = { b: ask('b'), a: ask('a'), c: ask('c') };
    expect(Object.keys(freshRequests({ inputRequests }, answeredBy({ a: ask('a') })))).toEqual(['b', 'c']);
  });

  it('a key that comes again with another question is asked again', () => {
    const answered = answeredBy({ a: ask('first') });
    expect(freshRequests({ inputRequests: { a: ask('second') } }, answered)).toEqual({ a: ask('second') });
    const both = [...answered, ...answeredBy({ a: ask('second') })];
    expect(freshRequests({ inputRequests: { a: ask('first') } }, both)).toEqual({});
  });

  it('takes keys such as __proto__ for what they are', () => {
    const inputRequests = JSON.parse('{"__proto__": {"method": "x"}, "constructor": {"method": "y"}}');
    expect(Object.keys(freshRequests({ inputRequests }, []))).toEqual(['__proto__', 'constructor']);
    expect(Object.keys(freshRequests({ inputRequests }, answeredBy(inputRequests)))).toEqual([]);
  });
});

describe('stillWants', () => {
  const report = { id: 't', status: 'input_required' as const, inputRequests: { a: ask('a') } };

  it('holds while one of them is outstanding', () => {
    expect(stillWants(report, { a: ask('a'), b: ask('b') })).toBe(true);
    expect(stillWants(report, { b: ask('b') })).toBe(false);
    expect(stillWants({ ...report, status: 'working' }, { a: ask('a') })).toBe(false);
    expect(stillWants(report, { toString: ask('a') })).toBe(false);
  });
});
