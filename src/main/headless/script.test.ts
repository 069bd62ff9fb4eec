import { describe, expect, it } from 'vitest';
import type { QuestionBody, SamplingPromptView } from '../../shared/model/reverse-call.ts';
import type { ReverseCall } from '../host/reverse/types.ts';
import { type Answers, NO_ANSWERS } from './answers-file.ts';
import { answersFileProvider, scriptOf } from './script.ts';

const CALL = { id: 'r-1', kind: 'elicitation', serverId: 'node' } as ReverseCall;
const NAMES = ['node', 'node demo.js'];

function ask(answers: Partial<Answers>, ...bodies: QuestionBody[]) {
  const unmatched: string[] = [];
  const script = scriptOf({ ...NO_ANSWERS, ...answers }, NAMES, (call) => unmatched.push(call.id));
  return { answers: bodies.map((body) => script(CALL, body)), unmatched };
}

const form = (message: string): QuestionBody => ({ type: 'form', message, schema: {}, errors: [] });
const link = (url: string, message = ''): QuestionBody => ({ type: 'link', url, message, phase: 'ask' });
const prompt = (text: string, systemPrompt?: string): SamplingPromptView => ({
  ...(systemPrompt === undefined ? {} : { systemPrompt }),
  messages: [
    { role: 'user', blocks: [{ type: 'audio', mimeType: 'audio/wav', bytes: 1 }] },
    { role: 'user', blocks: [{ type: 'text', text }] },
  ],
  maxTokens: 1,
  stopSequences: [],
  inputTokens: 1,
  tools: [],
  hints: [],
});
const gateBefore = (view: SamplingPromptView): QuestionBody => ({
  type: 'sampling-prompt',
  prompt: view,
  models: [],
  obstacles: [],
  chosen: '',
  chosenReason: '',
  notes: [],
});
const gateAfter = (view: SamplingPromptView): QuestionBody => ({
  type: 'sampling-answer',
  prompt: view,
  answer: { text: '', extra: [], model: 'manual', notes: [] },
  manual: true,
});

describe('forms and links', () => {
  it('takes the first entry that matches', () => {
    const { answers } = ask(
      {
        elicitation: [
          { when: { message: /^Delete/ }, action: 'decline' },
          { when: { message: /deploy/ }, action: 'accept', content: { first: true } },
          { when: { message: /deploy/ }, action: 'accept', content: { second: true } },
          { action: 'cancel' },
        ],
      },
      form('Delete it?'),
      form('Shall I deploy?'),
      form('Else?'),
    );
    expect(answers).toEqual([
      { type: 'decline' },
      { type: 'submit', values: { first: true } },
      { type: 'cancel' },
    ]);
  });

  it('submits nothing but defaults when an entry has no content', () => {
    expect(ask({ elicitation: [{ action: 'accept' }] }, form('a')).answers).toEqual([
      { type: 'submit', values: {} },
    ]);
  });

  it('answers a form never with an entry for links, and a link never with the content of a form', () => {
    const elicitation: Answers['elicitation'] = [
      { when: { url: /./ }, action: 'accept' },
      { action: 'accept', content: {} },
    ];
    expect(ask({ elicitation: elicitation.slice(0, 1) }, form('a')).unmatched).toEqual(['r-1']);
    expect(ask({ elicitation: elicitation.slice(1) }, link('https://example.com')).unmatched).toEqual([
      'r-1',
    ]);
    expect(ask({ elicitation }, form('a'), link('https://example.com'))).toEqual({
      answers: [{ type: 'submit', values: {} }, { type: 'open' }],
      unmatched: [],
    });
  });

  it('looks at the URL, the message and the server of a link, all of them', () => {
    const elicitation: Answers['elicitation'] = [
      { when: { url: /^https:\/\/example\.com\//, message: /sign/i, server: /^node$/ }, action: 'accept' },
    ];
    const url = 'https://example.com/a';
    expect(ask({ elicitation }, link(url, 'Sign in')).answers).toEqual([{ type: 'open' }]);
    expect(ask({ elicitation }, link(url, 'Pay')).answers).toEqual([{ type: 'cancel' }]);
    expect(ask({ elicitation }, link('https://example.org/a', 'Sign in')).answers).toEqual([
      { type: 'cancel' },
    ]);
  });

  it('looks for the server among the names the person gave it', () => {
    const of = (server: RegExp) => ask({ elicitation: [{ when: { server }, action: 'accept' }] }, form('a'));
    expect(of(/^node$/).unmatched).toEqual([]);
    expect(of(/demo\.js/).unmatched).toEqual([]);
    expect(of(/(?:)/).unmatched).toEqual([]);
    expect(of(/gatehouse-demo/).unmatched).toEqual(['r-1']);
  });

  it('cancels what no entry matches, and says so', () => {
    expect(ask({ elicitation: [] }, form('a'), link('https://example.com'))).toEqual({
      answers: [{ type: 'cancel' }, { type: 'cancel' }],
      unmatched: ['r-1', 'r-1'],
    });
  });
});

describe('sampling', () => {
  const sampling: Answers['sampling'] = [
    { when: { prompt: /sentiment/ }, respond: { text: 'positive', model: 'm', stopReason: 'endTurn' } },
    { when: { prompt: /tools/ }, respond: { content: [{ type: 'tool_use', id: '1' }] } },
    { when: { prompt: /secret/ }, deny: true },
  ];

  it('approves, and then writes the answer', () => {
    const view = prompt('What is the sentiment?');
    expect(ask({ sampling }, gateBefore(view), gateAfter(view))).toEqual({
      answers: [{ type: 'approve' }, { type: 'send', text: 'positive', model: 'm', stopReason: 'endTurn' }],
      unmatched: [],
    });
  });

  it('sends content as it is, from the model "scripted" unless it is named', () => {
    expect(ask({ sampling }, gateAfter(prompt('use tools'))).answers).toEqual([
      { type: 'send', content: [{ type: 'tool_use', id: '1' }], model: 'scripted' },
    ]);
  });

  it('looks at the system prompt and every text', () => {
    expect(ask({ sampling }, gateBefore(prompt('x', 'You judge sentiment.'))).answers).toEqual([
      { type: 'approve' },
    ]);
  });

  it('looks at tool results, so that the turns of a loop can be told apart', () => {
    const view: SamplingPromptView = {
      ...prompt('What now?'),
      messages: [
        {
          role: 'user',
          blocks: [{ type: 'tool_result', toolUseId: '1', text: 'sentiment: good', isError: false }],
        },
      ],
    };
    expect(ask({ sampling }, gateBefore(view)).unmatched).toEqual([]);
  });

  it('denies where the file says so, and what no entry matches', () => {
    expect(ask({ sampling }, gateBefore(prompt('my secret')))).toEqual({
      answers: [{ type: 'deny' }],
      unmatched: [],
    });
    expect(ask({ sampling }, gateBefore(prompt('else')))).toEqual({
      answers: [{ type: 'deny' }],
      unmatched: ['r-1'],
    });
    expect(ask({}, gateBefore(prompt('sentiment'))).unmatched).toEqual(['r-1']);
  });
});

it('offers tools in sampling only where the file can answer with them', () => {
  expect(answersFileProvider(true)).toMatchObject({ tools: true, manual: true });
  expect(answersFileProvider(false)).toMatchObject({ tools: false });
  expect(answersFileProvider(false).status()).toEqual({ ready: true, detail: '' });
});
