import { describe, expect, it } from 'vitest';
import { readHeaderDeclarations } from '../../../shared/header-declarations.ts';
import { paramHeaders } from './param-headers.ts';

const marked = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });
const object = (properties: Record<string, unknown>) => ({ type: 'object', properties });

describe('readHeaderDeclarations', () => {
  it('finds them at any depth of properties', () => {
    const schema = object({
      region: marked('Region'),
      deep: object({ flag: marked('Flag', 'boolean') }),
      plain: {},
    });
    expect(readHeaderDeclarations(schema)).toEqual({
      ok: true,
      declarations: [
        { path: ['region'], name: 'Region' },
        { path: ['deep', 'flag'], name: 'Flag' },
      ],
    });
    expect(readHeaderDeclarations(undefined)).toEqual({ ok: true, declarations: [] });
  });

  it.each([
    ['an empty name', object({ a: marked('') })],
    ['a name with a blank', object({ a: marked('My Region') })],
    ['a line break', object({ a: marked('A\r\nB') })],
    ['a number', object({ a: marked('A', 'number') })],
    ['an object', object({ a: marked('A', 'object') })],
    ['no type', object({ a: { 'x-mcp-header': 'A' } })],
    ['one name twice', object({ a: marked('A'), b: marked('a') })],
    ['a place in items', object({ a: { type: 'array', items: marked('A') } })],
    ['a place in anyOf', { anyOf: [object({ a: marked('A') })] }],
    ['a place in $defs', { $defs: { x: marked('A') } }],
    ['the root', marked('A')],
  ])('refuses %s', (_what, schema) => {
    expect(readHeaderDeclarations(schema)).toMatchObject({ ok: false });
  });
});

describe('paramHeaders', () => {
  const declarations = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
    path: [name],
    name: name.toUpperCase(),
  }));

  it('writes plain values as they are, and what HTTP would change as base64', () => {
    const args = { a: 'eu-west', b: 42, c: false, d: ' lead', e: 'Zürich', f: '=?base64?eA==?=', g: '' };
    expect(paramHeaders(declarations, args)).toEqual({
      'Mcp-Param-A': 'eu-west',
      'Mcp-Param-B': '42',
      'Mcp-Param-C': 'false',
      'Mcp-Param-D': '=?base64?IGxlYWQ=?=',
      'Mcp-Param-E': '=?base64?WsO8cmljaA==?=',
      'Mcp-Param-F': '=?base64?PT9iYXNlNjQ/ZUE9PT89?=',
      'Mcp-Param-G': '=?base64??=',
    });
  });

  it('leaves out what is absent, null, or not plain', () => {
    expect(paramHeaders(declarations, { a: null, b: {}, c: 1.5, d: Number.NaN })).toEqual({});
    expect(paramHeaders([{ path: ['x', 'y'], name: 'Y' }], { x: 'text' })).toEqual({});
    expect(paramHeaders([{ path: ['toString'], name: 'T' }], {})).toEqual({});
  });
});
