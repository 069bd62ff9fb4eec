import { describe, expect, it } from 'vitest';
import { applyDefaults, clean, type FormField, initialValues, readSchema, validate } from './index.ts';

/** Rows of the elicitation cases that the engine decides; what needs a window or a wire is tested there. */
function form(properties: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return readSchema({ type: 'object', properties, ...more });
}

function only(properties: Record<string, unknown>, more: Record<string, unknown> = {}): FormField {
  const [field] = form(properties, more).fields;
  if (!field) throw new Error('no field was read');
  return field;
}

describe('elicitation cases', () => {
  it('A01 an enum behind a local $ref is a choice', () => {
    const model = form(
      { p: { $ref: '#/$defs/P' } },
      { $defs: { P: { type: 'string', enum: ['low', 'high'] } }, required: ['p'] },
    );
    expect(model.fields[0]).toMatchObject({ kind: 'choice', required: true });
    expect(model.fields[0]?.options?.map(({ value }) => value)).toEqual(['low', 'high']);
    expect(model.repairs).toHaveLength(1);
    expect(JSON.stringify(model.schema)).not.toContain('$ref');
  });

  it('A01 a reference that leads nowhere is never a free text box', () => {
    const model = form({ p: { $ref: '#/$defs/P' } }, { required: ['p'] });
    expect(model.fields).toEqual([]);
    expect(model.undrawable).toMatchObject([{ name: 'p', required: true }]);
    expect(model.canAccept).toBe(false);
  });

  it('A03 a multi-select is check boxes and answers a list of strings', () => {
    const model = form(
      { f: { type: 'array', items: { type: 'string', enum: ['apple', 'pear'] } } },
      { required: ['f'] },
    );
    expect(model.fields[0]?.kind).toBe('multi-choice');
    expect(validate(model, { f: ['pear'] })).toEqual([]);
    expect(clean(model, { f: ['pear'] })).toEqual({ f: ['pear'] });
    expect(validate(model, { f: ['plum'] })).toHaveLength(1);
    expect(validate(model, { f: ['pear', 'pear'] })).toHaveLength(1);
    expect(validate(model, {})).toHaveLength(1);
  });

  it.each(['anyOf', 'oneOf'])('A03 titled multi-select by items.%s', (union) => {
    const field = only({
      f: {
        type: 'array',
        minItems: 1,
        maxItems: 2,
        items: {
          [union]: [
            { const: '#f00', title: 'Red' },
            { const: '#0f0', title: 'Green' },
          ],
        },
        default: ['#f00'],
      },
    });
    expect(field).toMatchObject({ kind: 'multi-choice', minItems: 1, maxItems: 2, default: ['#f00'] });
    expect(field.options).toEqual([
      { value: '#f00', label: 'Red' },
      { value: '#0f0', label: 'Green' },
    ]);
  });

  it('A05 enumNames become labels, values stay', () => {
    const field = only({
      l: { type: 'string', enum: ['en', 'de', 'fr'], enumNames: ['English', 'Deutsch'] },
    });
    expect(field.options).toEqual([
      { value: 'en', label: 'English' },
      { value: 'de', label: 'Deutsch' },
      { value: 'fr', label: 'fr' },
    ]);
  });

  it('A07 titled choice starts empty', () => {
    const model = form({
      env: {
        type: 'string',
        oneOf: [
          { const: 'prod', title: 'Production' },
          { const: 'test', title: 'Test' },
        ],
      },
    });
    expect(initialValues(model)).toEqual({});
    expect(Object.keys(clean(model, { env: undefined }))).toEqual([]);
    expect(validate(model, {})).toEqual([]);
    // Nothing a renderer could preselect from.
    expect(model.schema.properties.env).toEqual({ title: 'env', type: 'string', enum: ['prod', 'test'] });
  });

  it('A09 all options of an enum are in the model', () => {
    expect(only({ layout: { type: 'string', enum: ['grid', 'list', 'table'] } }).options).toHaveLength(3);
  });

  it('A11 unknown keywords and formats are noted and leave the form usable', () => {
    const model = form({
      code: { type: 'string', pattern: '^[A-Z]{3}$' },
      id: { type: 'string', format: 'uuid', 'x-order': 3, contentEncoding: 'utf-8' },
      n: { type: 'integer', exclusiveMinimum: 0 },
    });
    expect(model.fields.map(({ kind }) => kind)).toEqual(['text', 'text', 'integer']);
    expect(validate(model, { code: 'ABC', id: 'anything', n: 1 })).toEqual([]);
    expect(validate(model, { code: 'abc', n: 0 }).map(({ field }) => field)).toEqual(['code', 'n']);
    expect(model.repairs.join(' ')).toContain('uuid');
  });

  it.each([[undefined], [null], ['text'], [[]], [7]])(
    'A13 a missing or malformed requestedSchema (%j) is no form',
    (raw) => {
      const model = readSchema(raw);
      expect(model).toMatchObject({ fields: [], canAccept: false, confirmOnly: false });
      expect(model.undrawable).toMatchObject([{ name: '', required: true }]);
    },
  );

  it('A15 a form in which everything is optional accepts empty', () => {
    const model = form({ note: { type: 'string' } });
    expect(validate(model, {})).toEqual([]);
    expect(clean(model, { note: '' })).toEqual({});
    expect(model.confirmOnly).toBe(false);
  });

  it('A17 1e999 is an error, an untouched boolean is absent', () => {
    const model = form({ n: { type: 'number' }, flag: { type: 'boolean' } });
    for (const n of ['1e999', Number.POSITIVE_INFINITY, Number.NaN, 'NaN', 'abc', '1,5', '0x10', '١']) {
      expect(validate(model, { n }), String(n)).toHaveLength(1);
    }
    expect(clean(model, {})).toEqual({});
    expect(clean(model, { flag: false, n: ' 2.50 ' })).toEqual({ n: 2.5, flag: false });
  });

  it('A19 a required property that cannot be entered blocks accept', () => {
    const model = form({ x: { type: 'object', properties: {} }, y: { type: 'string' } }, { required: ['x'] });
    expect(model.canAccept).toBe(false);
    expect(model.undrawable).toMatchObject([{ name: 'x', required: true }]);
    expect(validate(model, { x: {}, y: 'a' })).toMatchObject([{ field: 'x' }]);
    expect(form({ y: {} }, { required: ['nowhere'] }).canAccept).toBe(false);
    expect(form({ x: { type: 'object' }, y: { type: 'string' } }).canAccept).toBe(true);
  });

  it('A21 a default true is sent as true when untouched, a wrong type is an error', () => {
    const model = form({ keep: { type: 'boolean', default: true } }, { required: ['keep'] });
    expect(clean(model, initialValues(model))).toEqual({ keep: true });
    expect(validate(model, { keep: 'true' })).toHaveLength(1);
    expect(validate(model, { keep: 0 })).toHaveLength(1);
    expect(validate(model, { keep: false })).toEqual([]);
  });

  it('A21 a wrong-typed default is dropped with a note', () => {
    const model = form({
      keep: { type: 'boolean', default: 'true' },
      n: { type: 'integer', default: 1.5 },
      e: { type: 'string', enum: ['a'], default: 'b' },
      f: { type: 'array', items: { enum: ['a'] }, default: 'a' },
    });
    expect(initialValues(model)).toEqual({});
    expect(model.repairs).toHaveLength(4);
  });

  it('A23 a cleared optional e-mail is absent', () => {
    const model = form({ mail: { type: 'string', format: 'email' } });
    expect(validate(model, { mail: '' })).toEqual([]);
    expect(Object.keys(clean(model, { mail: '' }))).toEqual([]);
    expect(validate(model, { mail: 'a' })).toHaveLength(1);
  });

  it('A25 a cleared default does not come back', () => {
    const model = form({ branch: { type: 'string', default: 'main' } });
    expect(initialValues(model)).toEqual({ branch: 'main' });
    expect(clean(model, { branch: undefined })).toEqual({});
    expect(clean(model, { branch: '' })).toEqual({});
    expect(Object.hasOwn(clean(model, { branch: undefined }), 'branch')).toBe(false);
    expect(applyDefaults(model, {})).toEqual({ branch: 'main' });
    expect(applyDefaults(model, { branch: '' })).toEqual({ branch: '' });
  });

  it('A25 unticking a filled-in multi-select is an answer of its own', () => {
    const f = { type: 'array', items: { enum: ['a', 'b'] } };
    expect(clean(form({ f: { ...f, default: ['a'] } }), { f: [] })).toEqual({ f: [] });
    expect(clean(form({ f }), { f: [] })).toEqual({});
  });

  it('A27 a number takes fractions, an integer does not', () => {
    const model = form({ n: { type: 'number' }, i: { type: 'integer' } }, { required: ['n'] });
    expect(validate(model, { n: 1.5 })).toEqual([]);
    expect(validate(model, { n: 1, i: 1.5 })).toMatchObject([{ field: 'i' }]);
  });

  it('A29 date-time wants an offset and leaves as it was entered', () => {
    const model = form({ t: { type: 'string', format: 'date-time', default: '2026-03-08T02:30:00-05:00' } });
    expect(clean(model, initialValues(model))).toEqual({ t: '2026-03-08T02:30:00-05:00' });
    for (const t of [
      '2026-03-08T02:30',
      '2026-03-08 02:30:00Z',
      '2026-02-30T00:00:00Z',
      '2026-03-08T25:00:00Z',
    ]) {
      expect(validate(model, { t }), t).toHaveLength(1);
    }
    for (const t of ['2026-03-08T02:30:00Z', '2026-03-08T02:30:00.125+05:45', '2028-02-29T00:00:00Z']) {
      expect(validate(model, { t }), t).toEqual([]);
    }
  });

  it('A31 invalid text in an optional field is an error, never left out', () => {
    const model = form({ n: { type: 'integer' }, u: { type: 'string', format: 'uri' } });
    const values = { n: '12abc', u: 'nowhere' };
    expect(clean(model, values)).toEqual(values);
    expect(validate(model, values).map(({ field }) => field)).toEqual(['n', 'u']);
  });

  it.each([
    'https://json-schema.org/draft/2020-12/schema',
    'http://json-schema.org/draft-07/schema#',
    'urn:any',
  ])('A33 $schema %s neither blocks nor reaches the renderer', ($schema) => {
    const model = form({ a: { type: 'string' } }, { $schema });
    expect(validate(model, { a: 'x' })).toEqual([]);
    expect(model.schema).not.toHaveProperty('$schema');
  });

  it('A35 required: true on a property is read, not thrown at', () => {
    const model = form({ a: { type: 'string', required: true }, b: { type: 'string', required: false } });
    expect(model.fields.map(({ required }) => required)).toEqual([true, false]);
    expect(model.repairs).toHaveLength(2);
    expect(validate(model, { a: 'x' })).toEqual([]);
  });

  it('A37 odd names keep their fields apart', () => {
    const model = form({
      'a.b': { type: 'string' },
      'a b': { type: 'string' },
      a: { type: 'string' },
      '': { type: 'string' },
    });
    const values = { 'a.b': '1', 'a b': '2', a: '3', '': '4' };
    expect(clean(model, values)).toEqual(values);
    expect(new Set(model.fields.map(({ key }) => key)).size).toBe(4);
  });

  it('A41 an empty schema is a confirmation', () => {
    expect(form({})).toMatchObject({ confirmOnly: true, canAccept: true, fields: [] });
    expect(readSchema({ type: 'object' })).toMatchObject({ confirmOnly: true, canAccept: true });
  });
});
