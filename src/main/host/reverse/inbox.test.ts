import { describe, expect, it, vi } from 'vitest';
import type { QuestionBody } from '../../../shared/model/reverse-call.ts';
import { Replica } from '../replica/replica.ts';
import { MODERN_SESSION, reverseCall } from '../testing/reverse-call.ts';
import { Inbox } from './inbox.ts';
import { Withdrawn } from './withdrawn.ts';

const call = reverseCall({ session: MODERN_SESSION, road: 'input_required' });
const texts = {
  serverName: 's',
  serverTitle: undefined,
  causeText: 'tool · call 1 · certain',
  hardLimitAt: undefined,
};
const form: QuestionBody = { type: 'form', message: 'm', schema: {}, errors: [] };

function opened() {
  const replica = new Replica();
  const inbox = new Inbox(replica);
  const control = new AbortController();
  const question = inbox.begin(call, () => texts, control.signal);
  return { replica, inbox, question, withdraw: (why: 'call-cancelled') => control.abort(new Withdrawn(why)) };
}

describe('Inbox', () => {
  it('hands the answer over once, and only with the nonce of what is shown', async () => {
    const { inbox, question, replica } = opened();
    const asked = question.ask(form);
    const { nonce } = inbox.show('r-1');
    expect(() => inbox.answer('r-1', 'wrong', { type: 'decline' })).toThrow(/changed before/);
    inbox.answer('r-1', nonce, { type: 'decline' });
    await expect(asked).resolves.toEqual({ type: 'decline' });
    expect(() => inbox.answer('r-1', nonce, { type: 'decline' })).toThrow(/changed before/);
    question.close({ outcome: 'declined' });
    expect(() => inbox.show('r-1')).toThrow(/closed/);
    expect(replica.get('questions', 'r-1')).toMatchObject({ state: 'closed', outcome: 'declined' });
  });

  it.each([
    ['legacy', true],
    ['modern', false],
  ] as const)('a notice that a link is finished counts in the %s era: %s', async (era, counts) => {
    const replica = new Replica();
    const inbox = new Inbox(replica);
    const linked = { ...call, session: { ...call.session, era } };
    const question = inbox.begin(linked, () => texts, new AbortController().signal);
    const link = { type: 'link', message: 'm', url: 'https://a.example/', elicitationId: 'e' } as const;
    const said: unknown[] = [];
    void question.ask({ ...link, phase: 'opened' }).then((answer) => said.push(answer));
    inbox.finishLink('other', 'e');
    inbox.finishLink('s', 'e');
    await Promise.resolve();
    expect(said).toEqual(counts ? [{ type: 'finished' }] : []);
  });

  it('a new body needs a new nonce, so that nobody answers what they did not see', async () => {
    const { inbox, question } = opened();
    const first = question.ask(form);
    const { nonce } = inbox.show('r-1');
    inbox.answer('r-1', nonce, { type: 'submit', values: {} });
    await first;
    const again = question.ask({ ...form, errors: [{ field: 'a', message: 'wrong' }] });
    expect(() => inbox.answer('r-1', nonce, { type: 'submit', values: {} })).toThrow(/changed before/);
    inbox.answer('r-1', inbox.show('r-1').nonce, { type: 'cancel' });
    await expect(again).resolves.toEqual({ type: 'cancel' });
  });

  it('refuses an answer of another kind', () => {
    const { inbox, question } = opened();
    void question.ask(form);
    const { nonce } = inbox.show('r-1');
    expect(() => inbox.answer('r-1', nonce, { type: 'approve' })).toThrow(/does not fit/);
    expect(() => inbox.answer('r-1', inbox.show('r-1').nonce, { type: 'decline' })).not.toThrow();
  });

  it('a withdrawn question rejects, and a late answer is impossible', async () => {
    const { inbox, question, withdraw } = opened();
    const asked = question.ask(form);
    const { nonce } = inbox.show('r-1');
    withdraw('call-cancelled');
    await expect(asked).rejects.toMatchObject({ why: 'call-cancelled' });
    expect(() => inbox.answer('r-1', nonce, { type: 'decline' })).toThrow(/closed/);
  });

  it('keeps a draft, also while the question is suspended', () => {
    const { inbox, question, replica } = opened();
    void question.ask(form);
    inbox.saveDraft('r-1', { a: 1 });
    inbox.setSuspended('s', true);
    expect(replica.get('questions', 'r-1')).toMatchObject({ state: 'suspended', draft: { a: 1 } });
    inbox.setSuspended('s', false);
    expect(replica.get('questions', 'r-1')).toMatchObject({ state: 'waiting', draft: { a: 1 } });
  });

  it('announces a question once, when it begins to wait', async () => {
    const { inbox, question } = opened();
    const heard = vi.fn();
    inbox.onQuestion(heard);
    const first = question.ask(form);
    inbox.answer('r-1', inbox.show('r-1').nonce, { type: 'submit', values: {} });
    await first;
    void question.ask(form);
    expect(heard).toHaveBeenCalledOnce();
    expect(heard.mock.calls[0]?.[0]).toMatchObject({ id: 'r-1', state: 'waiting' });
  });

  it('an open card cannot be dismissed, a closed one can', async () => {
    const { inbox, question, replica } = opened();
    void question.ask(form);
    expect(() => inbox.dismiss('r-1')).toThrow(/still waits/);
    question.close({ outcome: 'cancelled' });
    inbox.dismiss('r-1');
    expect(replica.get('questions', 'r-1')).toBeUndefined();
    expect(inbox.callOf('r-1')).toBeUndefined();
  });

  it('a script answers in the person’s place, and no card appears', async () => {
    const replica = new Replica();
    const inbox = new Inbox(replica, () => ({ type: 'decline' }));
    const question = inbox.begin(call, () => texts, new AbortController().signal);
    await expect(question.ask(form)).resolves.toEqual({ type: 'decline' });
    question.close({ outcome: 'declined' });
    expect(replica.all('questions')).toEqual([]);
  });
});
