// @vitest-environment jsdom
/// <reference types="vite/client" />
import { Validator } from '@cfworker/json-schema';
import { within } from '@testing-library/dom';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { createRoot, type Root } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { answerForm } from '../../../main/host/elicitation/form.ts';
import type { Question } from '../../../main/host/reverse/inbox.ts';
import { clean, readSchema, type Values } from '../../../shared/schema-form/index.ts';
import { drawn, prepareDom } from './testing/dom.ts';
import { ABSENT, type Case, caseOf, type Part, schemaOf, WRONG } from './testing/forms.ts';
import { Harness, Stage } from './testing/Harness.tsx';
import { act, controlOf, errorOf, numberOf, placeOf, shown } from './testing/person.ts';

/** The judge knows nothing of the form: the schema as sent, with the one misspelled type put right. */
function judge(schema: unknown, value: unknown): boolean {
  const text = JSON.stringify(schema).replaceAll('"String"', '"string"');
  return new Validator(JSON.parse(text), '2020-12').validate(value).valid;
}

/** What a field starts with: its default, if that is an answer to the field. */
function startOf(part: Part): unknown {
  const { schema } = part;
  return Object.hasOwn(schema, 'default') && judge(schema, schema.default) ? schema.default : ABSENT;
}

/** What the person means to say by what they did. */
function meantBy(part: Part): unknown {
  const { deed } = part;
  switch (deed.do) {
    case 'leave':
      return startOf(part);
    case 'type':
      return part.number ? numberOf(deed.text) : deed.text;
    case 'choose':
      return part.options.get(deed.option);
    case 'say':
      return deed.yes;
    case 'say none':
      return [];
    case 'tick': {
      const start = startOf(part);
      const on = new Set(Array.isArray(start) ? start : []);
      for (const option of deed.options) {
        const value = part.options.get(option);
        if (!on.delete(value)) on.add(value);
      }
      const ticked = [...part.options.values()].filter((value) => on.has(value));
      // Nothing ticked is an answer only where it may be one, and where one is asked for or a default taken away.
      const none = !part.schema.minItems && (part.required ? deed.options.length > 0 : start !== ABSENT);
      return ticked.length > 0 || none ? ticked : ABSENT;
    }
    default:
      return ABSENT;
  }
}

const memberOf = (values: object, name: string): unknown =>
  Object.hasOwn(values, name) ? (values as Values)[name] : ABSENT;

/** What main makes of an answer from the window: read, checked and cleaned once more. */
async function received(schema: object, values: Values): Promise<unknown> {
  let asked = 0;
  const question = {
    ask: async () => {
      asked += 1;
      if (asked > 1) throw new Error('main refuses what the window sent');
      return { type: 'submit', values: JSON.parse(JSON.stringify(values)) };
    },
  } as unknown as Question;
  const settled = await answerForm({ message: '', schema }, question);
  return (settled.result as { content: unknown }).content;
}

/** Opens the form of a case, fills it in, submits it, and compares at each step. Gives whether an answer left. */
async function play(one: Case): Promise<boolean> {
  const schema = schemaOf(one);
  const model = readSchema(schema);
  let values: Values = {};
  let answer: Values | undefined;
  const user = userEvent.setup({
    delay: null,
    skipHover: true,
    pointerEventsCheck: PointerEventsCheckLevel.Never,
  });
  drawings += 1;
  try {
    root.render(
      <Stage>
        <Harness
          key={drawings}
          schema={schema}
          onValues={(next) => {
            values = next;
          }}
          onSubmit={(sent) => {
            answer = sent;
          }}
        />
      </Stage>,
    );
    await drawn();
    for (const part of one.parts) {
      expect(shown(host, part), `${part.name} at the start`).toEqual(startOf(part));
      expect(errorOf(host, part), `${part.name} at the start`).toBeUndefined();
    }
    for (const part of one.parts) {
      await act(user, host, part);
      await drawn();
    }
    const outgoing = clean(model, values);
    const meant: Values = {};
    for (const part of one.parts) {
      const wanted = part.look === 'date-time' && part.deed.do === 'type' ? shown(host, part) : meantBy(part);
      expect(shown(host, part), `${part.name} shows what was meant`).toEqual(wanted);
      if (wanted !== ABSENT) Object.defineProperty(meant, part.name, { value: wanted, enumerable: true });
      const leaves = memberOf(outgoing, part.name);
      if (wanted !== WRONG) expect(leaves, `${part.name} leaves as it is shown`).toEqual(wanted);
      if (wanted === ABSENT && !part.required) expect(leaves, `${part.name} is absent`).toBe(ABSENT);
    }
    await user.click(within(host).getByText('Submit'));
    await drawn();

    if (answer) {
      expect(Object.values(meant)).not.toContain(WRONG);
      expect(judge(schema, answer), `accepted: ${JSON.stringify(answer)}`).toBe(true);
      expect(await received(schema, answer)).toEqual(answer);
      for (const part of one.parts) {
        expect(memberOf(answer, part.name), part.name).toEqual(memberOf(meant, part.name));
        if (!part.required && part.deed.do === 'leave' && startOf(part) === ABSENT)
          expect(Object.hasOwn(answer, part.name), `${part.name} untouched`).toBe(false);
        expect(errorOf(host, part), part.name).toBeUndefined();
      }
      return true;
    }
    const told = one.parts.filter((part) => errorOf(host, part) !== undefined);
    if (!Object.values(meant).includes(WRONG))
      expect(judge(schema, meant), `refused: ${JSON.stringify(meant)}`).toBe(false);
    if (told.length === 0) {
      // What ties fields together has its sentence above them.
      within(host).getByRole('alert');
      return false;
    }
    const [first] = told;
    if (first)
      expect(placeOf(host, controlOf(host, first)).contains(document.activeElement), 'focus').toBe(true);
    for (const part of told) {
      const alone = {
        type: 'object',
        properties: { it: part.schema },
        required: part.required ? ['it'] : [],
      };
      const value = memberOf(meant, part.name);
      const alright = value !== WRONG && judge(alone, value === ABSENT ? {} : { it: value });
      expect(alright && !one.extras.dependentRequired, `${part.name} is refused for a reason`).toBe(false);
    }
    return false;
  } finally {
    root.render(<Stage />);
    await drawn();
  }
}

/** The same case without fields that do not matter to its failure. */
async function smallest(one: Case): Promise<Case> {
  for (const part of one.parts) {
    const without = { ...one, parts: one.parts.filter((each) => each !== part) };
    const bare = { ...without, extras: {} };
    for (const smaller of [bare, without]) {
      if (smaller.parts.length > 0 && (await failure(smaller)) !== undefined) return smallest(smaller);
    }
  }
  return one;
}

async function failure(one: Case): Promise<unknown> {
  try {
    await play(one);
    return undefined;
  } catch (error) {
    return error;
  }
}

let host: HTMLElement;
let root: Root;
let drawings = 0;

vi.hoisted(() => {
  // Before React is loaded: its production build, as it is shipped.
  process.env.NODE_ENV = 'production';
});
beforeAll(() => {
  prepareDom();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});

// 2,000 forms in all.
it.each([0, 500, 1_000, 1_500])(
  'forms drawn from seed %i: what is shown, what is checked and what the server receives are one',
  { timeout: 600_000 },
  async (from) => {
    let accepted = 0;
    for (let seed = from; seed < from + 500; seed += 1) {
      const one = caseOf(seed);
      try {
        if (await play(one)) accepted += 1;
      } catch {
        const small = await smallest(one);
        const deeds = small.parts.map(({ name, deed }) => ({ name, ...deed }));
        const what = `seed ${seed}\nschema ${JSON.stringify(schemaOf(small))}\ndone ${JSON.stringify(deeds)}`;
        const error = (await failure(small)) as Error;
        throw new Error(`${what}\n${error?.message}`, { cause: error });
      }
    }
    // Both ways out were really taken.
    expect(accepted).toBeGreaterThan(100);
    expect(accepted).toBeLessThan(400);
  },
);
