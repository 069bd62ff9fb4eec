import type { Locator } from '@playwright/test';
import { button } from './lib/answers.ts';
import { accept, askingTest, bothEras, expect } from './lib/asking.ts';
import { showAs } from './lib/pictures.ts';

// What single fields of a form must do for eyes, keyboard and screen reader, in the real window.

const form = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  message: 'Please',
  requestedSchema: { type: 'object', properties, ...more },
});

const MANY = ['red', 'orange', 'yellow', 'green', 'blue', 'violet'];
const wide = Object.fromEntries(
  Array.from({ length: 2000 }, (_, i) => [`f${i}`, { type: 'string', description: `Field ${i}.` }]),
);

const test = askingTest(() => ({
  servers: bothEras({
    marks: form({
      one: { type: 'string', enum: ['a', 'b'] },
      some: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
    }),
    list: form({ colour: { type: 'string', enum: MANY, default: 'green' } }),
    none: form(
      { some: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } } },
      { required: ['some'] },
    ),
    unchecked: form({ code: { type: 'string', pattern: '^(?=.*[0-9])(?=.*[a-z]).+$' } }),
    costly: form({ code: { type: 'string', pattern: '^(a+)+$' } }),
    wide: form(wide, { required: ['f1777'] }),
  }),
}));

/** Luminance contrast (WCAG 2.2) between the edge of a control and what is behind it. */
const edgeContrast = (control: Locator): Promise<number> =>
  control.evaluate((element) => {
    const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: string): number => {
      const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const edge = getComputedStyle(element);
    // What has no edge, or one that cannot be seen, stands out from nothing.
    if (edge.borderTopWidth === '0px' || channels(edge.borderTopColor)[3] === 0) return 1;
    let behind = element.parentElement;
    while (behind && channels(getComputedStyle(behind).backgroundColor)[3] === 0)
      behind = behind.parentElement;
    const [light = 0, dark = 0] = [
      luminance(edge.borderTopColor),
      luminance(getComputedStyle(behind ?? document.body).backgroundColor),
    ].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  });

test('what is not chosen can be seen, light and dark', async ({ asking }) => {
  const dialog = await asking.ask('legacy', 'marks');
  for (const look of ['light', 'dark'] as const) {
    await showAs(asking.window, look);
    for (const control of [dialog.getByRole('radio').first(), dialog.getByRole('checkbox').first()]) {
      await expect.poll(() => edgeContrast(control), `${look}: 1.4.11`).toBeGreaterThan(3);
    }
  }
  await button(dialog, 'Cancel').click();
  await asking.expectAnswers('legacy', 'marks', [{ action: 'cancel' }]);
});

test('a list is cleared by keyboard, and the focus stays at its field', async ({ asking }) => {
  const dialog = await asking.ask('legacy', 'list');
  const colour = dialog.getByRole('combobox', { name: 'colour', exact: true });
  await expect(colour).toHaveValue('green');
  // A form that comes up opens nothing by itself.
  await expect(asking.window.getByRole('option')).toHaveCount(0);
  await colour.focus();
  await asking.window.keyboard.press('Tab');
  await expect(button(dialog, 'Clear')).toBeFocused();
  await asking.window.keyboard.press('Enter');
  await expect(colour).toHaveValue('');
  await expect(colour).toBeFocused();
  await button(dialog, 'Submit').click();
  await asking.expectAnswers('legacy', 'list', [accept({})]);
});

test('a required list may be answered with none of its options', async ({ asking }) => {
  const dialog = await asking.ask('modern', 'none');
  await expect(dialog.getByText('not answered')).toBeVisible();
  await button(dialog, 'None of these').click();
  await expect(dialog.getByText('0 of 2 chosen')).toBeVisible();
  await button(dialog, 'Submit').click();
  await asking.expectAnswers('modern', 'none', [accept({ some: [] })]);
});

test('a pattern that is not checked here is named at its field', async ({ asking }) => {
  const dialog = await asking.ask('legacy', 'unchecked');
  const code = dialog.getByRole('textbox', { name: 'code', exact: true });
  await expect(code).toHaveAccessibleDescription(/\^\(\?=.*not checked here.*The server checks it\./);
  await code.fill('abc');
  await button(dialog, 'Submit').click();
  await asking.expectAnswers('legacy', 'unchecked', [accept({ code: 'abc' })]);
});

test('a pattern that others backtrack over for ever is refused at once', async ({ asking }) => {
  const dialog = await asking.ask('modern', 'costly');
  const code = dialog.getByRole('textbox', { name: 'code', exact: true });
  await code.fill(`${'a'.repeat(40)}!`);
  await asking.window.keyboard.press('Tab');
  await expect(code).toHaveAccessibleDescription(/does not match the pattern/);
  await code.fill('a'.repeat(40));
  await button(dialog, 'Submit').click();
  await asking.expectAnswers('modern', 'costly', [accept({ code: 'a'.repeat(40) })]);
});

test('of 2,000 fields the one that is missing is found on its page', async ({ asking }) => {
  const dialog = await asking.ask('legacy', 'wide');
  await expect(dialog.getByText('Fields 1 to 50 of 2000')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(50);
  await button(dialog, 'Submit').click();
  const missing = dialog.getByRole('textbox', { name: 'f1777', exact: true });
  await expect(missing).toBeFocused();
  await expect(dialog.getByText('Fields 1751 to 1800 of 2000')).toBeVisible();
  await missing.fill('here');
  await button(dialog, 'Submit').click();
  await asking.expectAnswers('legacy', 'wide', [accept({ f1777: 'here' })]);
});
