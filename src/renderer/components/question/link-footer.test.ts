import { expect, it } from 'vitest';
import { linkFooter } from './link-footer.ts';

it.each([
  ['request', false, /^goes to s: that you agreed to open the page\./],
  ['input_required', false, /^goes to s: that you agreed to open the page\./],
  ['task', false, /^goes to s: that you agreed to open the page\./],
  ['url_required', false, /^goes to s: nothing yet\..*run again when you have finished\.$/],
  ['request', true, /nothing more is sent\.$/],
  ['input_required', true, /the call goes on when you have finished\.$/],
  ['url_required', true, /the call is run again when you have finished\.$/],
] as const)('road %s, opened: %s', (road, opened, sentence) => {
  expect(linkFooter('s', { road, opened, mayOpen: true })).toMatch(sentence);
});

it('an address that is not opened leaves nothing to agree to', () => {
  expect(linkFooter('s', { road: 'request', opened: false, mayOpen: false })).toBe(
    'goes to s: only that you declined or cancelled.',
  );
  expect(linkFooter('s', { road: 'url_required', opened: false, mayOpen: false })).toBe(
    'goes to s: nothing. The call ends here.',
  );
});
