import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AfterPress } from './after-press.ts';

let target: EventTarget;
let press: AfterPress;
let said: string[];
const say = (what: string) => () => void said.push(what);
const send = (name: string) => target.dispatchEvent(new Event(name));

beforeEach(() => {
  vi.useFakeTimers();
  target = new EventTarget();
  press = new AfterPress(target);
  said = [];
});
afterEach(() => vi.useRealTimers());

it('acts at once when nothing is pressed', () => {
  press.run(say('left'));
  expect(said).toEqual(['left']);
});

it.each(['pointerup', 'pointercancel', 'dragend'])(
  'acts after the click that a %s makes, in order',
  (end) => {
    send('pointerdown');
    press.run(say('left'));
    press.run(say('left another'));
    send(end);
    said.push('click');
    vi.runAllTimers();
    press.run(say('later'));
    expect(said).toEqual(['click', 'left', 'left another', 'later']);
  },
);

it('does not wait for ever for an end that nobody hears of', () => {
  send('pointerdown');
  press.run(say('left'));
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['left']);
});
