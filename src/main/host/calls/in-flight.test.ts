import { describe, expect, it } from 'vitest';
import { DEFAULT_SERVER_SETTINGS } from '../../../shared/model/server.ts';
import { CallClock } from './clock.ts';
import { InFlight } from './in-flight.ts';

function running(...ids: number[]): InFlight {
  const inFlight = new InFlight();
  for (const id of ids) {
    const clock = new CallClock(60_000, () => {});
    clock.stop();
    inFlight.add({
      id,
      serverId: 's',
      name: `tool${id}`,
      trace: 't',
      signal: new AbortController().signal,
      clock,
    });
    inFlight.setFlying(id, true);
  }
  return inFlight;
}

const shared = { stream: 'shared' } as const;

describe('the cause of a legacy request (SEP-2260)', () => {
  it('is proven on the stream of the call that is in flight', () => {
    const cause = running(1, 2).causeOf('s', { stream: 'post', callId: 2 }, DEFAULT_SERVER_SETTINGS);
    expect(cause).toEqual({ callId: 2, certainty: 'proven', candidates: [] });
  });

  it('is inferred from the only call in flight', () => {
    expect(running(7).causeOf('s', shared, DEFAULT_SERVER_SETTINGS)).toEqual({
      callId: 7,
      certainty: 'inferred',
      candidates: [],
    });
  });

  it('is proven from the only call where the server runs one call at a time', () => {
    const settings = { ...DEFAULT_SERVER_SETTINGS, oneCallAtATime: true };
    expect(running(7).causeOf('s', shared, settings).certainty).toBe('proven');
  });

  it('is unknown with several calls: all are candidates', () => {
    expect(running(1, 2).causeOf('s', shared, DEFAULT_SERVER_SETTINGS)).toEqual({
      certainty: 'unknown',
      candidates: [1, 2],
    });
  });

  it('is none with nothing in flight, or only calls of other servers', () => {
    expect(running(1).causeOf('other', shared, DEFAULT_SERVER_SETTINGS).certainty).toBe('none');
  });

  it('is not proven by the stream of a call that is over', () => {
    const inFlight = running(1);
    inFlight.remove(1);
    const cause = inFlight.causeOf('s', { stream: 'post', callId: 1 }, DEFAULT_SERVER_SETTINGS);
    expect(cause.certainty).toBe('none');
    expect(inFlight.describe('s', cause, () => undefined)).toMatch(
      /^nothing was running \(tool1 ended \d+ s ago\)$/,
    );
  });

  it('is none on the stream of an errand of ours, or of a call that was answered, while another call runs', () => {
    const inFlight = running(1, 2);
    inFlight.setFlying(1, false);
    for (const callId of [undefined, 1]) {
      const cause = inFlight.causeOf('s', { stream: 'post', callId }, DEFAULT_SERVER_SETTINGS);
      expect(cause).toEqual({ certainty: 'none', candidates: [] });
    }
  });

  it('is no call whose request was not sent yet', () => {
    const inFlight = running(1);
    const clock = new CallClock(60_000, () => {});
    clock.stop();
    const { signal } = new AbortController();
    inFlight.add({ id: 2, serverId: 't', name: 'tool2', trace: 't', signal, clock });
    expect(inFlight.causeOf('t', shared, DEFAULT_SERVER_SETTINGS).certainty).toBe('none');
    inFlight.setFlying(2, true);
    expect(inFlight.causeOf('t', shared, DEFAULT_SERVER_SETTINGS).callId).toBe(2);
  });

  it('is said in words', () => {
    const inFlight = running(1, 2);
    const nameOf = (id: number) => `tool${id}`;
    const say = (cause: Parameters<InFlight['describe']>[1]) => inFlight.describe('s', cause, nameOf);
    expect(say({ callId: 1, certainty: 'proven', candidates: [] })).toBe('tool1 · call 1 · certain');
    expect(say({ callId: 1, certainty: 'inferred', candidates: [] })).toBe('tool1 · call 1 · probably');
    expect(say({ certainty: 'unknown', candidates: [1, 2] })).toBe(
      'one of 2 calls: tool1 (call 1), tool2 (call 2)',
    );
    expect(say({ certainty: 'none', candidates: [] })).toBe('nothing was running');
  });
});
