import { describe, expect, it } from 'vitest';
import { mayTakeFocus } from './focus.ts';

const element = (tagName: string, inside: readonly string[] = ['main']) => ({
  tagName,
  closest: (selector: string) => (inside.includes(selector) ? {} : null),
});

describe('focus is never stolen', () => {
  it.each(['INPUT', 'TEXTAREA', 'SELECT', 'A', 'DIV'])('from a %s in use', (tagName) => {
    expect(mayTakeFocus('polite', element(tagName), null)).toBe(false);
  });

  it('from a button outside the page, or in another question', () => {
    expect(mayTakeFocus('polite', element('BUTTON', []), null)).toBe(false);
    expect(mayTakeFocus('polite', element('BUTTON', ['main', '[role="dialog"]']), null)).toBe(false);
  });

  it('but taken from nothing and from the button that started the call', () => {
    expect(mayTakeFocus('polite', null, null)).toBe(true);
    expect(mayTakeFocus('polite', element('BODY'), null)).toBe(true);
    expect(mayTakeFocus('polite', element('BUTTON'), null)).toBe(true);
  });

  it('and always taken by what the person opened', () => {
    expect(mayTakeFocus('always', element('INPUT'), null)).toBe(true);
  });
});
