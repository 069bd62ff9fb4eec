import { describe, expect, it } from 'vitest';
import { DEFAULT_SERVER_SETTINGS } from '../../../shared/model/server.ts';
import { clientCapabilities, narrow } from './capabilities.ts';
import type { OfferedCapabilities } from './types.ts';

const ALL: OfferedCapabilities = {
  sampling: true,
  samplingTools: true,
  elicitation: true,
  elicitationUrl: true,
  roots: true,
};
const NONE: OfferedCapabilities = {
  sampling: false,
  samplingTools: false,
  elicitation: false,
  elicitationUrl: false,
  roots: false,
};
const { switches } = DEFAULT_SERVER_SETTINGS;

describe('narrow', () => {
  it('offers only what can be answered and is switched on', () => {
    expect(narrow(ALL, switches)).toEqual(ALL);
    expect(narrow(NONE, switches)).toEqual(NONE);
    expect(narrow(ALL, { ...switches, roots: false })).toEqual({ ...ALL, roots: false });
  });

  it('takes the finer capability away with the coarser one', () => {
    const narrowed = narrow(ALL, { ...switches, sampling: false, elicitation: false });
    expect(narrowed).toEqual({ ...NONE, roots: true });
    expect(narrow({ ...ALL, sampling: false }, switches).samplingTools).toBe(false);
  });
});

describe('clientCapabilities', () => {
  it('is what goes on the wire, and never context or applyDefaults', () => {
    expect(clientCapabilities(ALL)).toEqual({
      sampling: { tools: {} },
      elicitation: { form: {}, url: {} },
      roots: { listChanged: true },
    });
    expect(clientCapabilities({ ...ALL, samplingTools: false, elicitationUrl: false })).toEqual({
      sampling: {},
      elicitation: { form: {} },
      roots: { listChanged: true },
    });
    expect(clientCapabilities(NONE)).toEqual({});
  });
});
