import type { Locator, Page } from '@playwright/test';
import { button, formDialog } from './lib/answers.ts';
import { accept, askingTest, bothEras, ERAS, type Era, expect } from './lib/asking.ts';
import { goTo, result } from './lib/person.ts';
import { sizeWindow } from './lib/pictures.ts';

// Rows of the elicitation cases about what a person enters, and what the server then receives.

const form = (properties: Record<string, unknown>, required: string[] = []) => ({
  message: 'Please',
  requestedSchema: { type: 'object', properties, required },
});

const FORTY = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`p${at + 1}`, { type: 'string', title: `Entry ${at + 1}` }]),
);
/** Its name is what the line of the cause is made of. */
const LONG = `A61-${'a_tool_whose_name_does_not_end_'.repeat(4)}`;

const QUESTIONS = {
  A15: form({ note: { type: 'string' } }),
  A17: form({ n: { type: 'number' }, flag: { type: 'boolean' } }),
  A21: form({ keep: { type: 'boolean', default: true } }, ['keep']),
  'A21-wrong': form({ keep: { type: 'boolean', default: 'true' } }, ['keep']),
  A23: form({ mail: { type: 'string', format: 'email' } }),
  A25: form({ branch: { type: 'string', default: 'main' } }),
  A27: form({ n: { type: 'number' } }, ['n']),
  A31: form({ n: { type: 'integer' }, home: { type: 'string', format: 'uri' }, name: { type: 'string' } }),
  A61: form(FORTY),
  decline: form({ n: { type: 'number' } }, ['n']),
  [LONG]: form(FORTY),
};

const test = askingTest(() => ({ servers: bothEras(QUESTIONS) }));

const text = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true });
const number = (form: Locator, name: string) => form.getByRole('spinbutton', { name, exact: true });
const box = (form: Locator, name: string) => form.getByRole('checkbox', { name, exact: true });

for (const era of ERAS) {
  test(`A15 ${era}: a form in which everything is optional is sent empty`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A15');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A15', [accept({})]);
  });

  test(`A17 ${era}: 1e999 is an error and never null, and an untouched boolean is absent`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'A17');
    await number(dialog, 'n').fill('1e999');
    await expect(button(dialog, 'Submit')).toBeDisabled();
    await button(dialog, 'Submit').press('Enter');
    await expect(number(dialog, 'n')).toBeFocused();
    await expect(number(dialog, 'n')).toHaveAttribute('aria-invalid', 'true');
    // What was typed is kept.
    await expect(number(dialog, 'n')).toHaveValue('1e999');
    await number(dialog, 'n').fill('1e3');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A17', [accept({ n: 1000 })]);

    await asking.ask(era, 'A17');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A17', [accept({ n: 1000 }), accept({})]);
  });

  test(`A21 ${era}: an untouched default of true is shown ticked and sent as true`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A21');
    await expect(box(dialog, 'keep')).toBeChecked();
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A21', [accept({ keep: true })]);
  });

  test(`A21 ${era}: a default of another type is not taken for a no`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A21-wrong');
    const keep = dialog.getByRole('radiogroup', { name: 'keep', exact: true });
    await expect(keep.getByRole('radio', { name: 'No' })).not.toBeChecked();
    await expect(keep.getByRole('radio', { name: 'Yes' })).not.toBeChecked();
    await button(dialog, 'Submit').click();
    await expect(dialog.getByRole('alert')).toContainText('One entry');
    await keep.getByRole('radio', { name: 'No' }).check();
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A21-wrong', [accept({ keep: false })]);
  });

  test(`A23 ${era}: an optional e-mail that was typed and cleared is absent`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A23');
    await text(dialog, 'mail').pressSequentially('a');
    await text(dialog, 'mail').press('Tab');
    await expect(text(dialog, 'mail')).toHaveAttribute('aria-invalid', 'true');
    await text(dialog, 'mail').clear();
    await expect(text(dialog, 'mail')).not.toHaveAttribute('aria-invalid', 'true');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A23', [accept({})]);
  });

  test(`A25 ${era}: a default that was cleared does not come back`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A25');
    await expect(text(dialog, 'branch')).toHaveValue('main');
    await text(dialog, 'branch').fill('');
    await text(dialog, 'branch').press('Tab');
    await expect(text(dialog, 'branch')).toHaveValue('');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A25', [accept({})]);
  });

  test(`A27 ${era}: a fraction is sent as it is`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A27');
    await number(dialog, 'n').fill('1.5');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A27', [accept({ n: 1.5 })]);
  });

  test(`${era}: a click is not lost to the error of the field that it leaves`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'decline');
    await expect(number(dialog, 'n')).toBeFocused();
    await button(dialog, 'Decline').hover();
    await asking.window.mouse.down();
    // As long as a person takes to press: the window has drawn what changed.
    await asking.window.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await asking.window.mouse.up();
    await asking.expectAnswers(era, 'decline', [{ action: 'decline' }]);
  });

  test(`A31 ${era}: nothing leaves while an entry is not valid, and the button says why`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'A31');
    const submit = button(dialog, 'Submit');
    await text(dialog, 'name').fill('Ada');
    await expect(submit).toBeEnabled();
    await text(dialog, 'home').fill('nowhere');
    await expect(submit).toBeDisabled();
    await expect(submit).toHaveAccessibleDescription(/nothing yet\. One entry is not valid\./);
    await number(dialog, 'n').fill('12abc');
    await expect(submit).toHaveAccessibleDescription(/nothing yet\. 2 entries are not valid\./);

    // By mouse and by keyboard it leads to what is wrong, and sends nothing.
    await submit.click({ force: true });
    await expect(number(dialog, 'n')).toBeFocused();
    await expect(number(dialog, 'n')).toHaveAccessibleDescription(/number/);
    await submit.press('Enter');
    await expect(number(dialog, 'n')).toBeFocused();
    await expect(dialog.getByRole('alert')).toContainText('2 entries');
    // Not counted a second time, in other words.
    await expect(submit).toHaveAccessibleDescription(/nothing yet\.$/);
    await number(dialog, 'n').fill('12');
    await submit.press('Enter');
    await expect(text(dialog, 'home')).toBeFocused();
    await expect(number(dialog, 'n')).not.toHaveAttribute('aria-invalid', 'true');
    expect(asking.answers(era, 'A31')).toEqual([]);

    await text(dialog, 'home').fill('https://example.com/ada');
    await expect(submit).toBeEnabled();
    await submit.click();
    await asking.expectAnswers(era, 'A31', [accept({ n: 12, home: 'https://example.com/ada', name: 'Ada' })]);
  });
}

test.describe('in a window of 800 x 500', () => {
  test.beforeAll(async ({ asking }) => {
    // Smaller than a person can make it, as it is on a small screen with a large scale.
    await asking.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setMinimumSize(0, 0));
    await sizeWindow(asking.app, 800, 500);
  });

  for (const era of ERAS) {
    for (const tool of ['A61', LONG]) {
      const what = tool === LONG ? ', below a long line of the cause' : '';
      test(`A61 ${era}: the buttons of a long form are in view on every page${what}`, async ({ asking }) => {
        const dialog = await asking.ask(era, tool);
        await expectInView(dialog);
        await goTo(asking.window, 'Inbox');
        await text(dialog, 'Entry 1').click();
        await expectInView(dialog);
        await fillTheLast(asking.window, dialog, era);
        await button(dialog, 'Submit').click();
        await asking.expectAnswers(era, tool, [accept({ p1: 'first', p40: `last of ${era}` })]);
        await asking.show(era, tool);
        await expect(result(asking.window)).toBeVisible();
      });
    }
  }
});

/** All of each button lies inside the window, and so does all of the field that has the focus, in front of the rest. */
async function expectInView(dialog: Locator): Promise<void> {
  await expect(text(dialog, 'Entry 1')).toBeFocused();
  await expectButtons(dialog);
  await expectUncovered(text(dialog, 'Entry 1'));
}

async function expectButtons(dialog: Locator): Promise<void> {
  for (const name of ['Answer later', 'Cancel', 'Decline', 'Submit']) {
    await expect(button(dialog, name), name).toBeInViewport({ ratio: 1 });
    await expectUncovered(button(dialog, name));
  }
}

/** At its four corners is the element itself, not something that lies over it. */
async function expectUncovered(element: Locator): Promise<void> {
  const covered = () =>
    element.evaluate((self) => {
      const { left, right, top, bottom } = self.getBoundingClientRect();
      const inset = 4;
      return [left + inset, right - inset].flatMap((x) =>
        [top + inset, bottom - inset].filter((y) => !self.contains(document.elementFromPoint(x, y))),
      );
    });
  await expect.poll(covered).toEqual([]);
}

/** By keyboard through the whole form: each field that gets the focus stands above the footer. */
async function fillTheLast(window: Page, dialog: Locator, era: Era): Promise<void> {
  await window.keyboard.type('first');
  for (let at = 2; at <= 40; at++) {
    await window.keyboard.press('Tab');
    await expect(text(dialog, `Entry ${at}`)).toBeFocused();
    if (at % 13 === 1) {
      await expectUncovered(text(dialog, `Entry ${at}`));
      await expectButtons(dialog);
    }
  }
  await window.keyboard.type(`last of ${era}`);
  await expectButtons(dialog);
  await expect(formDialog(window, era)).toBeVisible();
}
