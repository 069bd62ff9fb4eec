import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersWithTools, readAnswersFile } from './answers-file.ts';
import { UsageError } from './args.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'gatehouse-answers-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

function read(text: string, name = 'answers.yaml') {
  const file = path.join(dir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return readAnswersFile(file);
}

function complaint(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof UsageError) return error.message.replace(path.join(dir, 'answers.yaml'), 'FILE');
    throw error;
  }
  throw new Error('The file was accepted.');
}

describe('sections', () => {
  it('tells one that is absent from one that is empty', () => {
    expect(read('')).toEqual({ roots: undefined, elicitation: undefined, sampling: undefined });
    expect(read('{}')).toEqual({ roots: undefined, elicitation: undefined, sampling: undefined });
    expect(read('roots: []\nelicitation: []\nsampling: []')).toEqual({
      roots: [],
      elicitation: [],
      sampling: [],
    });
    expect(read('elicitation:\n')).toEqual({ roots: undefined, elicitation: [], sampling: undefined });
    expect(read('{"roots": null}')).toEqual({ roots: [], elicitation: undefined, sampling: undefined });
  });

  it('reads the same from YAML and from JSON', () => {
    const yaml = read(`
elicitation:
  - when: {server: "", message: deploy}
    action: accept
    content: {environment: staging, confirm: true}
  - when: {url: "^https://example\\\\.com/"}
    action: decline
sampling:
  - when: {prompt: sentiment}
    respond: {text: positive, model: scripted, stopReason: endTurn}
  - deny: true
`);
    const json = read(
      JSON.stringify({
        elicitation: [
          {
            when: { server: '', message: 'deploy' },
            action: 'accept',
            content: { environment: 'staging', confirm: true },
          },
          { when: { url: '^https://example\\.com/' }, action: 'decline' },
        ],
        sampling: [
          {
            when: { prompt: 'sentiment' },
            respond: { text: 'positive', model: 'scripted', stopReason: 'endTurn' },
          },
          { deny: true },
        ],
      }),
      'answers.json',
    );
    expect(yaml).toEqual(json);
    expect(yaml.elicitation?.[1]?.when?.url?.test('https://example.com/a')).toBe(true);
    expect(yaml.elicitation?.[1]?.when?.url?.test('https://exampleXcom/a')).toBe(false);
  });

  it('keeps a day in YAML a text', () => {
    expect(
      read('elicitation: [{action: accept, content: {when: 2026-07-28}}]').elicitation?.[0]?.content,
    ).toEqual({
      when: '2026-07-28',
    });
  });

  it('takes folders relative to the file', () => {
    const { roots } = read('roots: [./project, ../other, /absolute, .]', 'deep/answers.yaml');
    expect(roots).toEqual([
      path.join(dir, 'deep/project'),
      path.join(dir, 'other'),
      path.resolve('/absolute'),
      path.join(dir, 'deep'),
    ]);
  });

  it('B11 knows whether an entry answers with tool_use', () => {
    const use = '{type: tool_use, id: a, name: look, input: {}}';
    expect(answersWithTools(read(`sampling: [{respond: {content: [{type: text, text: a}, ${use}]}}]`))).toBe(
      true,
    );
    expect(answersWithTools(read('sampling: [{respond: {content: [{type: text, text: tool_use}]}}]'))).toBe(
      false,
    );
    expect(answersWithTools(read('sampling: [{deny: true}, {respond: {text: tool_use}}]'))).toBe(false);
    expect(answersWithTools(read('sampling: []'))).toBe(false);
    expect(answersWithTools(read('roots: []'))).toBe(false);
  });
});

it('reads the example of the documentation', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/headless.md'), 'utf8');
  const example = /```yaml\n(roots:[\s\S]*?)```/.exec(page)?.[1] ?? '';
  const answers = read(example);
  expect(answers.roots).toEqual([path.join(dir, 'project')]);
  expect(answers.elicitation).toHaveLength(2);
  expect(answers.sampling).toHaveLength(3);
  expect(answersWithTools(answers)).toBe(true);
});

describe('what is wrong is one sentence with its place', () => {
  it.each<[string, string, RegExp]>([
    ['no YAML', 'elicitation: [', /^The answers file FILE is not valid YAML or JSON: .+/],
    ['a key twice', 'roots: []\nroots: []', /^The answers file FILE is not valid YAML or JSON: .*unique/],
    ['a list', '- action: accept', /^The answers file FILE is not right: .*object/],
    ['an unknown section', 'tools: []', /^The answers file FILE is not right: .*"tools"/],
    ['a section of the wrong form', 'sampling: {deny: true}', /not right at sampling: /],
    ['an unknown action', 'elicitation: [{action: yes-please}]', /not right at elicitation\.0\.action: /],
    ['no action', 'elicitation: [{content: {}}]', /not right at elicitation\.0\.action: /],
    [
      'an unknown condition',
      'elicitation: [{when: {text: a}, action: cancel}]',
      /at elicitation\.0\.when: .*"text"/,
    ],
    [
      'a condition of the other kind',
      'sampling: [{when: {message: a}, deny: true}]',
      /at sampling\.0\.when: .*"message"/,
    ],
    [
      'a bad expression',
      'elicitation: [{action: cancel}, {when: {message: "(deploy"}, action: cancel}]',
      /^The answers file FILE is not right at elicitation\.1\.when\.message: "\(deploy" is not a regular expression\.$/,
    ],
    [
      'neither',
      'sampling: [{when: {prompt: a}}]',
      /at sampling\.0: an entry takes respond, or deny: true\.$/,
    ],
    [
      'both',
      'sampling: [{deny: true, respond: {text: a}}]',
      /at sampling\.0: an entry takes respond, or deny: true\.$/,
    ],
    ['deny: false', 'sampling: [{deny: false}]', /at sampling\.0\.deny: /],
    ['text and content', 'sampling: [{respond: {text: a, content: []}}]', /respond takes text or content\.$/],
    ['an answer without either', 'sampling: [{respond: {model: m}}]', /respond takes text or content\.$/],
    [
      'a block without a type',
      'sampling: [{respond: {content: [{text: a}]}}]',
      /respond\.content\.0\.type: /,
    ],
    ['folders that are no text', 'roots: [{uri: "file:///a"}]', /at roots\.0: /],
  ])('%s', (_what, text, expected) => {
    const sentence = complaint(text);
    expect(sentence).toMatch(expected);
    expect(sentence).not.toContain('\n');
  });

  it('a file that is not there', () => {
    expect(() => readAnswersFile(path.join(dir, 'none.yaml'))).toThrow(
      new UsageError(`The answers file ${path.join(dir, 'none.yaml')} cannot be read.`),
    );
  });

  it('takes expressions as other languages write them', () => {
    const { elicitation } = read("elicitation: [{when: {message: 'build\\-\\#\\d+'}, action: cancel}]");
    expect(elicitation?.[0]?.when?.message?.test('build-#12')).toBe(true);
  });
});
