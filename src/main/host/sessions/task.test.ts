import { describe, expect, it } from 'vitest';
import { extendRequest } from './extend-request.ts';
import { readLeg } from './leg.ts';
import { readTask } from './task.ts';

const working = { taskId: 't', status: 'working', createdAt: 'x', lastUpdatedAt: 'x', ttlMs: null };
const protocol = expect.objectContaining({ code: 'protocol' });

describe('readTask', () => {
  it('takes what it needs and leaves the rest', () => {
    expect(readTask(working)).toEqual({ id: 't', status: 'working', inputRequests: {} });
    expect(readTask({ ...working, pollIntervalMs: 5000, statusMessage: 'a' })).toMatchObject({
      pollIntervalMs: 5000,
      message: 'a',
    });
    expect(
      readTask({ taskId: 't', status: 'failed', error: { code: -1, message: 'm', data: 1 } }),
    ).toMatchObject({ error: { code: -1, message: 'm', data: 1 } });
    expect(readTask({ taskId: 't', status: 'failed', error: 'odd' })).not.toHaveProperty('error');
  });

  it('has questions only while it waits for input', () => {
    const inputRequests = { a: {} };
    expect(readTask({ ...working, inputRequests }).inputRequests).toEqual({});
    expect(readTask({ ...working, status: 'input_required', inputRequests }).inputRequests).toEqual({
      a: {},
    });
    expect(readTask({ ...working, status: 'input_required' }).inputRequests).toEqual({});
  });

  it('cuts the words of the server, and drops a pace that is none', () => {
    const report = readTask({ ...working, statusMessage: 'x'.repeat(5000), pollIntervalMs: 'often' });
    expect(report.message).toHaveLength(1000);
    expect(report.pollIntervalMs).toBeUndefined();
  });

  it.each([
    { status: 'working' },
    { taskId: '', status: 'working' },
    { taskId: 7, status: 'working' },
    { taskId: 'x'.repeat(5000), status: 'working' },
    { taskId: 't', status: 'submitted' },
    { taskId: 't' },
    { taskId: 't', status: 'input_required', inputRequests: [] },
  ])('refuses %j', (fields) => {
    expect(() => readTask(fields)).toThrow(protocol);
  });

  it('an answer about another task is none; one without an id is about what was asked', () => {
    expect(() => readTask(working, 'other')).toThrow(protocol);
    expect(readTask({ status: 'completed', result: {} }, 't')).toMatchObject({ id: 't', result: {} });
  });
});

describe('readLeg', () => {
  const result = { resultType: 'task', ...working };

  it('takes a task for an answer to a modern tools/call only', () => {
    expect(readLeg(result, 'modern', 'tools/call')).toMatchObject({ type: 'task', task: { id: 't' } });
    expect(() => readLeg(result, 'modern', 'prompts/get')).toThrow(protocol);
    expect(() => readLeg(result, 'modern', 'resources/read')).toThrow(protocol);
    expect(() => readLeg(result, 'legacy', 'tools/call')).toThrow(protocol);
  });
});

describe('extendRequest', () => {
  const key = 'io.modelcontextprotocol/clientCapabilities';

  it('adds our extensions to the envelope of a modern request, and touches nothing else', () => {
    const params = { a: 1, _meta: { b: 2, [key]: { sampling: {} } } };
    const message = { jsonrpc: '2.0' as const, id: 1, method: 'server/discover', params };
    expect(extendRequest(message)).toEqual({
      ...message,
      params: {
        a: 1,
        _meta: { b: 2, [key]: { sampling: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } } },
      },
    });
    const initialize = { jsonrpc: '2.0' as const, id: 1, method: 'initialize', params: { capabilities: {} } };
    expect(extendRequest(initialize)).toBe(initialize);
  });
});
