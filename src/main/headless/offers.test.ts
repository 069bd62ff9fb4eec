import { describe, expect, it } from 'vitest';
import { type Answers, NO_ANSWERS } from './answers-file.ts';
import type { Without } from './args.ts';
import { offersOf } from './offers.ts';

const NONE = {
  sampling: false,
  samplingTools: false,
  elicitation: false,
  elicitationUrl: false,
  roots: false,
};
const withTools: Answers = {
  roots: [],
  elicitation: [],
  sampling: [{ respond: { content: [{ type: 'tool_use' }] } }],
};

describe('what is offered', () => {
  it('A47 is nothing without an answers file', () => {
    expect(offersOf(NO_ANSWERS, [])).toEqual(NONE);
  });

  it('follows the sections, empty ones too', () => {
    expect(offersOf({ ...NO_ANSWERS, roots: [] }, [])).toEqual({ ...NONE, roots: true });
    expect(offersOf({ ...NO_ANSWERS, elicitation: [] }, [])).toEqual({
      ...NONE,
      elicitation: true,
      elicitationUrl: true,
    });
    expect(offersOf({ ...NO_ANSWERS, sampling: [] }, [])).toEqual({ ...NONE, sampling: true });
    expect(offersOf({ ...NO_ANSWERS, sampling: withTools.sampling }, [])).toEqual({
      ...NONE,
      sampling: true,
      samplingTools: true,
    });
  });

  it.each<[Without, Partial<typeof NONE>]>([
    ['sampling', { sampling: false, samplingTools: false }],
    ['sampling.tools', { samplingTools: false }],
    ['elicitation', { elicitation: false, elicitationUrl: false }],
    ['elicitation.url', { elicitationUrl: false }],
    ['roots', { roots: false }],
  ])('less %s', (without, less) => {
    const all = { sampling: true, samplingTools: true, elicitation: true, elicitationUrl: true, roots: true };
    expect(offersOf(withTools, [])).toEqual(all);
    expect(offersOf(withTools, [without])).toEqual({ ...all, ...less });
  });
});
