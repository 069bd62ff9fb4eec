import { describe, expect, it } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../shared/model/app.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../../shared/model/server.ts';
import { type GateContext, passGates } from './gates.ts';
import type { ReverseInput } from './types.ts';

const all = { sampling: true, samplingTools: true, elicitation: true, elicitationUrl: true, roots: true };
const none = {
  sampling: false,
  samplingTools: false,
  elicitation: false,
  elicitationUrl: false,
  roots: false,
};

const context: GateContext = {
  settings: DEFAULT_SERVER_SETTINGS,
  app: DEFAULT_APP_SETTINGS,
  openNow: 0,
  inLastMinute: 0,
  tokensToday: () => 0,
  decision: () => ({ decision: 'ask' }),
};

const sampling = {
  messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
  maxTokens: 10,
};
const form = { message: 'm', requestedSchema: { type: 'object', properties: {} } };

function input(
  method: string,
  params: unknown,
  change: Partial<ReverseInput> = {},
  offered = all,
): ReverseInput {
  return {
    serverId: 's',
    session: { era: 'legacy', protocolVersion: '2025-11-25', transport: 'stdio', offered },
    road: 'request',
    method,
    params,
    cause: { callId: 1, certainty: 'proven', candidates: [] },
    round: 1,
    roundSize: 1,
    ...change,
  };
}

function refused(one: ReverseInput, ctx = context) {
  const passed = passGates(one, ctx);
  if (passed.ok) throw new Error('passed');
  return { gate: passed.refusal.gate, ...passed.refusal.settled };
}

describe('gates', () => {
  it('let a good request of each kind pass', () => {
    for (const [method, params] of [
      ['sampling/createMessage', sampling],
      ['elicitation/create', form],
      ['elicitation/create', { mode: 'url', message: 'm', url: 'https://example.com/', elicitationId: 'e' }],
      ['roots/list', undefined],
    ] as const) {
      expect(passGates(input(method, params), context).ok, method).toBe(true);
    }
  });

  it('known: F37 an unknown method is -32601, also one named like a property of every object', () => {
    for (const method of ['foo/bar', 'constructor', '__proto__', '']) {
      expect(refused(input(method, {})), method).toMatchObject({
        gate: 'known',
        outcome: 'refused',
        error: { code: -32601, message: 'Method not found' },
      });
    }
  });

  it('capability: B03 what was not declared is -32601, an undeclared mode or tools -32602', () => {
    const off = (method: string, params: unknown, offered: typeof all) => {
      const { gate, error } = refused(input(method, params, {}, offered));
      expect(gate).toBe('capability');
      return error?.code;
    };
    expect(off('sampling/createMessage', sampling, none)).toBe(-32601);
    expect(off('elicitation/create', form, none)).toBe(-32601);
    expect(off('roots/list', undefined, none)).toBe(-32601);
    expect(
      off('elicitation/create', { mode: 'url', url: 'https://a.b/' }, { ...all, elicitationUrl: false }),
    ).toBe(-32602);
    expect(off('elicitation/create', form, { ...all, elicitation: false })).toBe(-32602);
    const tools = { ...sampling, tools: [{ name: 't', inputSchema: { type: 'object' } }] };
    expect(off('sampling/createMessage', tools, { ...all, samplingTools: false })).toBe(-32602);
  });

  it('shape: A13 "schema" instead of requestedSchema is named in the error', () => {
    const { gate, error } = refused(
      input('elicitation/create', { message: 'm', schema: { type: 'object' } }),
    );
    expect(gate).toBe('shape');
    expect(error).toEqual({
      code: -32602,
      message: 'The elicitation has no requestedSchema. It was sent as "schema".',
    });
  });

  it('shape: bad params are one plain sentence, never a validator dump', () => {
    const junk: unknown[] = [
      null,
      7,
      'x',
      [],
      { messages: 'no' },
      { messages: [{ role: 'robot' }] },
      { mode: 9 },
    ];
    for (const method of ['sampling/createMessage', 'elicitation/create']) {
      for (const params of junk) {
        const { error } = refused(input(method, params));
        expect(error?.code).toBe(-32602);
        expect(error?.message).toMatch(/^[A-Z][^\n{}[\]]{5,160}[.]?$/);
      }
    }
  });

  it('shape: a link that is not http or https is refused', () => {
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'vscode://x', 'not a url']) {
      const { gate, error } = refused(
        input('elicitation/create', { mode: 'url', message: 'm', url, elicitationId: 'e' }),
      );
      expect([gate, error?.code], url).toEqual(['shape', -32602]);
    }
  });

  it('association: SEP-2260 out of the blue is refused unless the server may; roots are answered', () => {
    const blue: Partial<ReverseInput> = { cause: { certainty: 'none', candidates: [] } };
    expect(refused(input('sampling/createMessage', sampling, blue))).toMatchObject({
      gate: 'association',
      error: { code: -32602 },
    });
    expect(refused(input('elicitation/create', form, blue)).gate).toBe('association');
    expect(passGates(input('roots/list', {}, blue), context).ok).toBe(true);
    const allowed = { ...context, settings: { ...DEFAULT_SERVER_SETTINGS, allowUnassociated: true } };
    expect(passGates(input('elicitation/create', form, blue), allowed).ok).toBe(true);
  });

  it('limits: elicitation is cancelled, sampling is -1', () => {
    const full = { ...context, openNow: DEFAULT_APP_SETTINGS.maxOpenPerServer };
    expect(refused(input('elicitation/create', form), full)).toMatchObject({
      gate: 'limits',
      result: { action: 'cancel' },
    });
    const fast = { ...context, inLastMinute: DEFAULT_APP_SETTINGS.maxPerMinute };
    expect(refused(input('sampling/createMessage', sampling), fast)).toMatchObject({
      gate: 'limits',
      error: { code: -1 },
    });
    expect(passGates(input('roots/list', {}), { ...full, inLastMinute: 1e6 }).ok).toBe(true);
  });

  it('limits: too large is turned away, and sampling beyond the tokens of the day', () => {
    const small = { ...context, app: { ...DEFAULT_APP_SETTINGS, maxRequestMb: 1 } };
    const big = { message: 'x'.repeat(1_000_001), requestedSchema: { type: 'object', properties: {} } };
    expect(refused(input('elicitation/create', big), small)).toMatchObject({
      gate: 'limits',
      result: { action: 'cancel' },
    });
    const spent = { ...context, tokensToday: () => DEFAULT_APP_SETTINGS.maxTokensPerDay };
    expect(refused(input('sampling/createMessage', sampling), spent)).toMatchObject({
      gate: 'limits',
      error: { code: -1 },
    });
    expect(passGates(input('elicitation/create', form), spent).ok).toBe(true);
  });

  it.each([
    ['password', {}],
    ['apiKey', {}],
    ['access_token', {}],
    ['card', { title: 'Card number' }],
    ['x', { format: 'password' }],
  ])('secrets: where the person wants it so, a form with the field %s is declined', (name, more) => {
    const requestedSchema = {
      type: 'object',
      properties: { note: { type: 'string' }, [name]: { type: 'string', ...more } },
    };
    const asks = input('elicitation/create', { message: 'm', requestedSchema });
    const strict = { ...context, app: { ...DEFAULT_APP_SETTINGS, refuseSecretForms: true } };
    expect(refused(asks, strict)).toMatchObject({
      gate: 'secrets',
      outcome: 'refused',
      result: { action: 'decline' },
      reason: expect.stringMatching(/^It asks for what looks like a password.*decline it\.$/),
    });
    expect(passGates(asks, context).ok).toBe(true);
    expect(passGates(input('elicitation/create', form), strict).ok).toBe(true);
  });

  it('rules: deny declines a form, rejects sampling, and tells no folder', () => {
    const rule = { id: 'never', server: '*', kind: 'elicitation' as const, decision: 'deny' as const };
    const denying = { ...context, decision: () => ({ decision: 'deny' as const, rule }) };
    expect(refused(input('elicitation/create', form), denying)).toMatchObject({
      gate: 'rules',
      result: { action: 'decline' },
      rule: { id: 'never' },
    });
    expect(refused(input('sampling/createMessage', sampling), denying)).toMatchObject({
      gate: 'rules',
      error: { code: -1 },
    });
    expect(refused(input('roots/list', {}), denying)).toMatchObject({ gate: 'rules', result: { roots: [] } });
  });
});
