import { describe, expect, it } from 'vitest';
import type { QuestionView } from '../../../shared/model/reverse-call.ts';
import { denySentence, dialogName, formFooter, formLead, kindWord, roundSentence } from './words.ts';

const question = (over: Partial<QuestionView>): QuestionView => ({
  id: 'r-1',
  serverId: 'files',
  serverName: 'files',
  serverTitle: 'Trusted Bank',
  era: 'modern',
  kind: 'elicitation',
  road: 'input_required',
  method: 'elicitation/create',
  round: 1,
  roundSize: 1,
  cause: { callId: 12, certainty: 'proven', candidates: [] },
  causeText: 'deploy · call 12 · certain',
  state: 'waiting',
  receivedAt: 0,
  repairs: [],
  body: { type: 'none', method: 'x' },
  ...over,
});

const prompt = { messages: [], maxTokens: 1, stopSequences: [], tools: [], hints: [], inputTokens: 1 };

describe('dialog names', () => {
  it('are the ones outside tests look for, with our name of the server', () => {
    const form: QuestionView['body'] = { type: 'form', message: '', schema: {}, errors: [] };
    const names = [
      question({ body: { ...form, errors: [] } }),
      question({ body: { type: 'link', message: '', url: '', phase: 'ask' } }),
      question({
        kind: 'sampling',
        body: {
          type: 'sampling-prompt',
          prompt,
          models: [],
          chosen: '',
          chosenReason: '',
          notes: [],
          obstacles: [],
        },
      }),
      question({ kind: 'sampling', body: { type: 'sampling-running', prompt, model: '', partial: '' } }),
      question({
        kind: 'sampling',
        body: {
          type: 'sampling-answer',
          prompt,
          answer: { text: '', extra: [], model: '', notes: [] },
          manual: true,
        },
      }),
      question({ kind: 'sampling' }),
      question({}),
    ].map(dialogName);
    expect(names).toEqual([
      'Question from files',
      'Link from files',
      'Sampling request from files',
      'Sampling request from files',
      'Review answer for files',
      'Sampling request from files',
      'Question from files',
    ]);
  });

  it('call a link a link although its kind is elicitation', () => {
    expect(kindWord(question({ body: { type: 'link', message: '', url: '', phase: 'ask' } }))).toBe('Link');
    const form: QuestionView['body'] = { type: 'form', message: '', schema: {}, errors: [] };
    expect(kindWord(question({ body: form }))).toBe('Form');
  });

  it('says no more of what was refused unread than is known', () => {
    const body = { type: 'none', method: 'x' } as const;
    expect(kindWord(question({ body }))).toBe('Question');
    expect(kindWord(question({ body, kind: 'roots' }))).toBe('Folders');
  });

  it('names the stage of sampling only while it lasts', () => {
    const answer = { text: '', extra: [], model: 'm', notes: [] };
    const prompt = { messages: [], maxTokens: 1, stopSequences: [], tools: [], hints: [], inputTokens: 1 };
    const body: QuestionView['body'] = { type: 'sampling-answer', prompt, answer, manual: false };
    expect(kindWord(question({ kind: 'sampling', body }))).toBe('Sampling answer');
    expect(kindWord(question({ kind: 'sampling', body, state: 'closed' }))).toBe('Sampling');
  });
});

describe('what a form wants and sends', () => {
  it('says how many values', () => {
    const drawn = { confirmOnly: false, canAccept: true };
    expect(formLead('files', { fields: 3, ...drawn })).toBe('files wants three values. Nothing was sent.');
    expect(formLead('files', { fields: 1, ...drawn })).toBe('files wants one value. Nothing was sent.');
    expect(formLead('files', { fields: 16, ...drawn })).toBe('files wants 16 values. Nothing was sent.');
  });

  it('tells a confirmation and a form that cannot be accepted apart', () => {
    expect(formLead('files', { fields: 0, confirmOnly: true, canAccept: true })).toContain('confirm');
    expect(formLead('files', { fields: 1, confirmOnly: false, canAccept: false })).toContain(
      'decline or cancel',
    );
  });

  it('names the receiver and the number of values', () => {
    expect(formFooter('files', 3, false)).toBe('goes to files: 3 values.');
    expect(formFooter('files', 1, false)).toBe('goes to files: 1 value.');
    expect(formFooter('files', 0, false)).toBe('goes to files: an answer without values.');
    expect(formFooter('files', 0, true)).toBe('goes to files: your yes.');
  });
});

describe('rounds', () => {
  it('says that answers of a round leave together', () => {
    expect(roundSentence({ roundSize: 1 })).toBeUndefined();
    expect(roundSentence({ roundSize: 3 })).toBe(
      'Nothing leaves until every question of this round has its answer.',
    );
  });

  it('B01: says before a denial that it ends a modern call, and nothing on legacy, which gets an error', () => {
    expect(denySentence({ road: 'request', roundSize: 1 }, 'deploy')).toBeUndefined();
    expect(denySentence({ road: 'input_required', roundSize: 3 }, 'deploy')).toBe(
      'Denying ends deploy; your other answers are not sent.',
    );
    expect(denySentence({ road: 'task', roundSize: 1 }, undefined)).toBe(
      'Denying ends the call; nothing is sent.',
    );
  });
});
