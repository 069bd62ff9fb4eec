// @vitest-environment jsdom
/// <reference types="vite/client" />
import { within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Values } from '../../../shared/schema-form/index.ts';
import { drawn, prepareDom } from './testing/dom.ts';
import { Harness, Stage } from './testing/Harness.tsx';

// Arguments of tools as they are drawn and filled in: objects, lists and alternatives inside an argument.

let host: HTMLElement;
let root: Root;
let values: Values = {};
let sent: Values | undefined;
const user = userEvent.setup({ delay: null, skipHover: true, pointerEventsCheck: 0 });

beforeAll(prepareDom);
beforeEach(() => {
  sent = undefined;
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  root.unmount();
  await drawn();
  host.remove();
});

async function open(properties: object, more: object = {}, start?: Values): Promise<void> {
  root.render(
    <Stage>
      <Harness
        schema={{ type: 'object', properties, ...more }}
        dialect="arguments"
        {...(start ? { start } : {})}
        onValues={(next) => {
          values = next;
        }}
        onSubmit={(answer) => {
          sent = answer;
        }}
      />
    </Stage>,
  );
  await drawn();
}

const find = () => within(host);
const press = async (name: string): Promise<void> => {
  await user.click(find().getByRole('button', { name }));
  await drawn();
};
const fill = async (label: string, text: string): Promise<void> => {
  const control = find().getByLabelText(label);
  await user.clear(control);
  await user.click(control);
  await user.paste(text);
  await drawn();
};
const choose = async (label: string, option: string): Promise<void> => {
  await user.selectOptions(find().getByLabelText(label), option);
  await drawn();
};
const choices = (label: string): (string | null)[] =>
  [...find().getByLabelText<HTMLSelectElement>(label).options].map((each) => each.textContent);
const errorAt = (label: string): string | undefined => {
  const ids = find().getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids
    .filter((id) => id.endsWith('-error'))
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('');
};

describe('what no field can be drawn for is written as JSON', () => {
  it.each([
    ['a list of anything', { type: 'array' }, '[1,"a"]', [1, 'a']],
    ['a list of {}', { type: 'array', items: {} }, '[null]', [null]],
    ['a list of true', { type: 'array', items: true }, '[[]]', [[]]],
    ['an object of anything', { type: 'object' }, '{"a":1}', { a: 1 }],
    ['{}', {}, '5', 5],
    ['true', true, '"x"', 'x'],
    ['a reference nowhere', { $ref: '#/nowhere' }, '1', 1],
  ])('%s, at the top and inside an object', async (_, schema, json, value) => {
    await open({ top: schema, outer: { type: 'object', properties: { inner: schema } } });
    expect(host.textContent).not.toMatch(/unsupported|unknown field|\{\s*"type"/i);
    await fill('top', json);
    await fill('inner', json);
    await press('Submit');
    if ((schema as { $ref?: string }).$ref) expect(values).toEqual({ top: value, outer: { inner: value } });
    else expect(sent).toEqual({ top: value, outer: { inner: value } });
  });

  it('a value of another kind than its schema says is shown as it is', async () => {
    const inner = {
      type: 'object',
      properties: { n: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
    };
    await open({ outer: inner }, {}, { outer: { n: { a: 1 }, list: 'x' } });
    expect(find().getByLabelText<HTMLTextAreaElement>('n').value).toBe('{\n  "a": 1\n}');
    expect(find().getByLabelText<HTMLTextAreaElement>('list').value).toBe('"x"');
  });
});

it('fixed places of a list have a field each', async () => {
  await open({
    point: { type: 'array', prefixItems: [{ type: 'number', title: 'X' }, { type: 'number' }], minItems: 2 },
  });
  await fill('X', '1.5');
  await fill('Item 2', '2');
  await press('Submit');
  expect(sent).toEqual({ point: [1.5, 2] });
  await press('Clear point');
  await press('Submit');
  expect(sent).toEqual({});
});

describe('alternatives', () => {
  const step = (kind: string, member: string) => ({
    type: 'object',
    properties: { op: { const: kind }, [member]: { type: 'string' }, why: { type: 'string' } },
    required: ['op', member],
  });
  const steps = { type: 'array', items: { oneOf: [step('move', 'to'), step('delete', 'path')] } };

  it('are called by what tells them, and bring their constant', async () => {
    await open({ steps });
    await press('Add item');
    expect(choices('Item 1')).toEqual(['Choose what to enter…', 'move', 'delete']);
    await choose('Item 1', 'delete');
    expect(values).toEqual({ steps: [{ op: 'delete' }] });
    expect(find().queryByLabelText('op')).toBeNull();
    await press('Submit');
    expect(sent).toBeUndefined();
    expect(errorAt('path')).toBe('Fill this in; it is required.');
    expect(document.activeElement).toBe(find().getByLabelText('path'));
    await fill('path', '/a');
    await fill('why', 'old');
    await choose('Item 1', 'move');
    // What both have stays.
    expect(values).toEqual({ steps: [{ op: 'move', why: 'old' }] });
    await fill('to', '/b');
    await press('Submit');
    expect(sent).toEqual({ steps: [{ op: 'move', to: '/b', why: 'old' }] });
  });

  it('without a constant say what is wrong in the chosen one', async () => {
    const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
    const form = { type: 'object', properties: { form: { type: 'string' } }, required: ['form'] };
    await open({ body: { oneOf: [text, form] } }, { required: ['body'] });
    expect(choices('body')).toEqual(['Choose what to enter…', 'object with text', 'object with form']);
    await press('Submit');
    expect(errorAt('body')).toBe('Fill this in; it is required.');
    await choose('body', 'object with form');
    await press('Submit');
    expect(errorAt('form')).toBe('Fill this in; it is required.');
    expect(host.textContent).not.toContain('exactly one');
    await fill('form', 'x');
    await press('Submit');
    expect(sent).toEqual({ body: { form: 'x' } });
  });

  it.each([
    ['several types', { type: ['string', 'integer'] }, ['text', 'whole number']],
    [
      'a union',
      { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'number' } }] },
      ['whole number', 'list of numbers'],
    ],
    [
      'titles',
      {
        anyOf: [
          { type: 'string', title: 'A' },
          { type: 'boolean', title: 'A' },
        ],
      },
      ['A', 'A (2)'],
    ],
    ['formats', { anyOf: [{ type: 'string', format: 'date' }, { type: 'boolean' }] }, ['date', 'yes or no']],
  ])('of %s, at the top and inside an object', async (_, schema, names) => {
    await open({ top: schema, outer: { type: 'object', properties: { inner: schema } } });
    for (const label of ['top', 'inner']) expect(choices(label).slice(1)).toEqual(names);
  });

  it('one of several types takes what is chosen, as that type', async () => {
    const id = { type: ['string', 'integer'] };
    await open({ outer: { type: 'object', properties: { id } } });
    await choose('id', 'text');
    await fill('text', '12');
    await press('Submit');
    expect(sent).toEqual({ outer: { id: '12' } });
    await choose('id', 'whole number');
    await fill('whole number', '12');
    await press('Submit');
    expect(sent).toEqual({ outer: { id: 12 } });
    await choose('id', 'Nothing');
    await press('Submit');
    expect(sent).toEqual({ outer: {} });
  });

  it('that only say which names must be there are not chosen', async () => {
    const properties = { a: { type: 'string' }, b: { type: 'string' } };
    await open({ outer: { type: 'object', properties, anyOf: [{ required: ['a'] }, { required: ['b'] }] } });
    await fill('b', 'x');
    await press('Submit');
    expect(sent).toEqual({ outer: { b: 'x' } });
  });

  it('a value from elsewhere is shown under the one it follows', async () => {
    await open({ steps }, {}, { steps: [{ op: 'delete', path: '/a' }, { op: 'burn' }] });
    expect(find().getByLabelText<HTMLSelectElement>('Item 1').selectedOptions[0]?.textContent).toBe('delete');
    expect(find().getByLabelText<HTMLSelectElement>('Item 2').selectedOptions[0]?.textContent).toBe(
      'None of these',
    );
    expect(find().getByLabelText<HTMLTextAreaElement>('As JSON').value).toBe('{\n  "op": "burn"\n}');
  });
});

describe('fields inside an argument', () => {
  const outer = (properties: object, required: string[] = []) => ({
    outer: { type: 'object', properties, required },
  });

  it('have the controls, hints and masks of other fields', async () => {
    await open(
      outer({
        port: { type: 'integer', minimum: 1, maximum: 65_535 },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        mail: { type: 'string', format: 'email' },
        size: {
          oneOf: [
            { const: 's', title: 'Small' },
            { const: 'l', title: 'Large' },
          ],
        },
        password: { type: 'string' },
        pin: { type: 'string', writeOnly: true },
        tokens: { type: 'object', additionalProperties: { type: 'string' } },
      }),
      {},
      { outer: { tokens: { github_token: 'x' } } },
    );
    expect(host.textContent).toContain('whole number, 1 to 65535');
    const type = (label: string) => find().getByLabelText<HTMLInputElement>(label).type;
    expect(type('day')).toBe('date');
    expect(type('at')).toBe('datetime-local');
    expect(find().getByLabelText<HTMLInputElement>('mail').inputMode).toBe('email');
    for (const secret of ['password', 'pin', 'github_token']) expect(type(secret)).toBe('password');
    expect(host.textContent).toContain('not kept for the next time');
    expect(host.textContent).not.toContain('decline');
    await user.click(find().getByLabelText('Large'));
    await drawn();
    expect(values.outer).toMatchObject({ size: 'l' });
    await fill('day', '2026-03-08');
    await user.clear(find().getByLabelText('day'));
    await drawn();
    expect(values.outer).not.toHaveProperty('day');
  });

  it('take the empty text and null where they are asked for', async () => {
    await open(
      outer({ from: { type: 'string' }, to: { type: ['string', 'null'], minLength: 1 } }, ['from', 'to']),
      {},
      { outer: {} },
    );
    await press('Submit');
    expect(errorAt('from')).toBe('Fill this in; it is required.');
    await press('Send empty text');
    await press('Send null');
    await press('Submit');
    expect(sent).toEqual({ outer: { from: '', to: null } });
    expect(host.textContent).toContain('Sent as empty text.');
  });

  it('under names of the person: nothing is made up, and nothing sent is out of sight', async () => {
    const headers = { type: 'object', additionalProperties: { type: 'string' } };
    await open({ headers }, {}, { headers: { accept: '*/*' } });
    expect(find().getByLabelText<HTMLInputElement>('accept').value).toBe('*/*');
    await press('Add value');
    await press('Submit');
    expect(sent).toBeUndefined();
    expect(errorAt('name')).toBe('Enter text.');
    await fill('name', 'b');
    const [, name] = find().getAllByLabelText('Name');
    await user.clear(name as HTMLElement);
    await user.type(name as HTMLElement, 'accept');
    await user.tab();
    await drawn();
    expect(values).toEqual({ headers: { accept: '*/*', name: 'b' } });
    expect(host.textContent).toContain('This name is there already.');
    await user.clear(name as HTMLElement);
    await user.type(name as HTMLElement, 'x.y');
    await user.tab();
    await drawn();
    await press('Remove accept');
    await press('Submit');
    expect(sent).toEqual({ headers: { 'x.y': 'b' } });
  });
});

describe('words around a form', () => {
  it('the title a generator gave the arguments is left out; that of a question stands', async () => {
    await open({ q: { type: 'string' } }, { title: 'search_nodesArguments', description: 'About.' });
    expect(host.textContent).not.toContain('search_nodesArguments');
    expect(host.textContent).toContain('About.');
  });
});
