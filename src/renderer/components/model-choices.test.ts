import { expect, it } from 'vitest';
import { modelChoices } from './model-choices.ts';

it('labels are one line in which hidden characters are seen, and what is gone can still be unchosen', () => {
  const models = [{ id: 'a/m', provider: 'a', model: 'm', label: 'One\u202e\nTwo' }];
  expect(modelChoices(models, ['a/m', 'b/gone'])).toEqual([
    { value: 'a/m', label: 'One⟦U+202E⟧ Two' },
    { value: 'b/gone', label: 'b/gone (not available now)' },
  ]);
});
