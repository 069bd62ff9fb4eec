import { describe, expect, it } from 'vitest';
import { put } from '../../../shared/json.ts';
import { clean, readSchema } from '../../../shared/schema-form/index.ts';
import {
  type ArgumentDraft,
  changeForm,
  changeText,
  fillDraft,
  gapsOf,
  jsonArguments,
  showForm,
  showJson,
  startDraft,
} from './argument-draft.ts';

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: 'integer' },
    on: { type: 'boolean', default: true },
    labels: { type: 'array', items: { type: 'string' } },
    kind: { type: 'string', enum: ['a', 'b'] },
    place: { type: 'object', properties: { x: { type: 'number' } } },
    any: { type: ['object', 'array', 'number'] },
    constructor: { type: 'string' },
    password: { type: 'string' },
  },
  required: ['title'],
};
const model = readSchema(schema, { dialect: 'arguments' });
const keyOf = (name: string) => model.fields.find((field) => field.name === name)?.key ?? '';
const typed = (text: string, draft: ArgumentDraft = showJson(model, startDraft(model))) =>
  changeText(model, draft, text);
const set = (draft: ArgumentDraft, name: string, value: unknown) =>
  changeForm(draft, put({ ...draft.values }, keyOf(name), value));

describe('form and JSON', () => {
  it('what the form holds stands in the JSON, defaults too', () => {
    const draft = set(set(startDraft(model), 'title', 'T'), 'count', '7');
    expect(JSON.parse(showJson(model, draft).text ?? '')).toEqual({ title: 'T', count: 7, on: true });
  });

  it('what the JSON holds stands in the form', () => {
    const args = {
      title: 'T',
      count: 7,
      labels: ['x'],
      kind: 'b',
      place: { x: 1 },
      any: [null],
      constructor: 'c',
    };
    const draft = typed(JSON.stringify(args));
    expect(clean(model, draft.values)).toEqual(args);
    expect(draft.values).not.toHaveProperty('on');
    expect(gapsOf(model, draft)).toEqual({ onlyJson: [], extra: [], unfinished: [] });
  });

  it.each([
    ['an unknown name', { title: 'T', extra: { deep: [1] } }],
    ['null', { title: null, count: null }],
    ['an empty text', { title: '' }],
    ['another type', { title: 5, count: '5', on: 'yes', labels: 'x', place: [1], kind: 'zzz' }],
    ['unknown names inside', { place: { x: 1, y: 2 } }],
  ])('%s in the JSON survives a look at the form and a change there', (_what, args: object) => {
    const text = JSON.stringify(args);
    const there = showForm(typed(text));
    expect(showJson(model, there).text).toBe(text);
    const changed = showJson(model, set(there, 'any', 'changed'));
    expect(JSON.parse(changed.text ?? '')).toEqual({ ...args, any: 'changed' });
    expect(JSON.parse(showJson(model, set(there, 'title', 'new')).text ?? '')).toEqual({
      ...args,
      title: 'new',
    });
  });

  it('says what the form cannot show, and what it sends unseen', () => {
    const draft = typed('{"title": null, "count": "5", "more": 1}');
    expect(gapsOf(model, draft)).toEqual({ onlyJson: ['title', 'count'], extra: ['more'], unfinished: [] });
    expect(clean(model, draft.values)).toEqual({ count: 5, more: 1 });
  });

  it('half-typed JSON in the form is not lost while the JSON is edited, unless it is written there', () => {
    const half = showJson(model, set(set(startDraft(model), 'any', Number.NaN), 'title', 'T'));
    expect(JSON.parse(half.text ?? '')).toEqual({ title: 'T', on: true });
    expect(gapsOf(model, half).unfinished).toEqual(['any']);
    const edited = changeText(model, half, '{"title": "U"}');
    expect(edited.values[keyOf('any')]).toBeNaN();
    expect(changeText(model, edited, '{"any": 1}').values[keyOf('any')]).toBe(1);
  });

  it('a number keeps how it was typed in the form', () => {
    const draft = changeText(
      model,
      showJson(model, set(startDraft(model), 'count', '007')),
      '{"title":"x","count":7}',
    );
    expect(draft.values[keyOf('count')]).toBe('007');
  });

  it('text that is no JSON is kept, and the form keeps what it said last', () => {
    const draft = changeText(model, typed('{"title": "T"}'), '{"title": ');
    expect(draft.text).toBe('{"title": ');
    expect(clean(model, draft.values)).toEqual({ title: 'T' });
    expect(jsonArguments(model, draft)).toEqual({ title: 'T' });
  });

  it('a value taken out of the JSON is out of the form, and a default does not come back', () => {
    const draft = changeText(model, typed('{"title": "T", "on": false, "more": 1}'), '{}');
    expect(clean(model, draft.values)).toEqual({});
    expect(jsonArguments(model, draft)).toEqual({});
  });

  it('survives any way between the two', () => {
    const values: [string, unknown][] = [
      ...[null, '', 'x', 7, '7', [], ['a'], {}, { x: 1, y: [] }, true].flatMap((value) =>
        [...model.fields.map(({ name }) => name), 'unknown', 'toString'].map((name): [string, unknown] => [
          name,
          value,
        ]),
      ),
    ];
    let draft = showJson(model, startDraft(model));
    let expected: Record<string, unknown> = { on: true };
    values.forEach(([name, value], at) => {
      expected = { ...expected, [name]: value };
      draft = changeText(model, draft, JSON.stringify(expected));
      if (at % 3 === 0) draft = showJson(model, showForm(draft));
      if (at % 5 === 0) {
        draft = showJson(model, set(showForm(draft), 'count', String(at)));
        expected = { ...expected, count: at };
      }
      expect(JSON.parse(draft.text ?? '')).toEqual(expected);
      expect(jsonArguments(model, draft)).toEqual(expected);
    });
  });
});

describe('fillDraft', () => {
  const secret = (field: { secret: boolean }) => field.secret;

  it('puts arguments in place of what is there, and leaves what was never kept', () => {
    const before = set(set(set(startDraft(model), 'title', 'mine'), 'password', 'typed'), 'count', '3');
    const filled = fillDraft(model, before, { title: 'last', odd: 1 }, secret);
    expect(clean(model, filled.values)).toEqual({ title: 'last', password: 'typed', odd: 1 });
    expect(jsonArguments(model, filled)).toEqual({ title: 'last', password: 'typed', odd: 1 });
  });

  it('shows them as JSON where JSON is shown', () => {
    const filled = fillDraft(model, typed('{"title": "x"'), { title: null }, secret);
    expect(JSON.parse(filled.text ?? '')).toEqual({ title: null });
  });
});

describe('where no form can be drawn', () => {
  it('JSON is the way', () => {
    expect(startDraft(readSchema({ type: 'array' }, { dialect: 'arguments' }))).toMatchObject({
      view: 'json',
      text: '{}',
    });
  });
});
