import { button, formDialog } from './lib/answers.ts';
import { askingTest, bothEras, ERAS, expect, nobodyIsAsked } from './lib/asking.ts';
import { fillForm, goTo, questions, result } from './lib/person.ts';

// A form that asks for what no form may ask for: the warning, what is seen of it, what is kept of it, and the refusal.

const SECRET = 'correct-horse-battery';
const FIELDS = {
  user: { type: 'string', title: 'User' },
  password: { type: 'string', title: 'Password' },
  apiKey: { type: 'string', title: 'API key' },
  access_token: { type: 'string', title: 'Access token' },
  card: { type: 'string', title: 'Card number' },
};
const LOGIN = {
  message: 'Sign in',
  requestedSchema: { type: 'object', properties: FIELDS, required: ['password'] },
};
const NESTED = {
  type: 'object',
  properties: {
    place: { type: 'string', title: 'Place' },
    login: {
      type: 'object',
      title: 'Login',
      properties: { password: { type: 'string', title: 'Password' } },
    },
  },
};

const test = askingTest(() => {
  const { legacy, modern } = bothEras({ login: LOGIN, nested: { ...LOGIN, message: 'And here?' } });
  const argumentsOf = { nested: NESTED };
  return { servers: { legacy: { ...legacy, argumentsOf }, modern: { ...modern, argumentsOf } } };
});

const secretFields = ['Password', 'API key', 'Access token', 'Card number'];

for (const era of ERAS) {
  test(`${era}: secrets are warned of and masked, reach the server, and are on no disk and no card`, async ({
    asking,
  }) => {
    const { window } = asking;
    const dialog = await asking.ask(era, 'login');
    const values: Record<string, string> = { user: 'ada' };
    await fillForm(dialog, { User: 'ada' });
    for (const [at, name] of secretFields.entries()) {
      const box = dialog.getByLabel(name, { exact: true });
      await expect(box).toHaveAttribute('type', 'password');
      await expect(box).toHaveAccessibleDescription(/looks like a secret/);
      await box.fill(`${SECRET}-${at}`);
      values[Object.keys(FIELDS)[at + 1] ?? ''] = `${SECRET}-${at}`;
    }
    await expect(dialog.getByText(/looks like a secret/)).toHaveCount(secretFields.length);

    // Put aside and taken up again it is still there.
    await button(dialog, 'Answer later').click();
    await questions(window)
      .getByRole('button', { name: /waits for you/ })
      .click();
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(`${SECRET}-0`);
    expect(asking.filesWith(SECRET)).toEqual([]);

    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'login', [{ action: 'accept', content: values }]);
    await nobodyIsAsked(asking);
    // The result is what the server makes of it.
    await expect(questions(window).getByText('Form: answered')).toBeVisible();
    await expect(questions(window).getByText(SECRET)).toHaveCount(0);
    expect(asking.filesWith(SECRET)).toEqual([]);
  });

  test(`${era}: a reload forgets a secret, and keeps the rest`, async ({ asking }) => {
    const { window } = asking;
    const dialog = await asking.ask(era, 'login');
    await fillForm(dialog, { User: 'grace' });
    await dialog.getByLabel('Password', { exact: true }).fill(SECRET);
    await window.reload();
    await expect(dialog.getByRole('textbox', { name: 'User', exact: true })).toHaveValue('grace');
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
    await button(dialog, 'Cancel').click();
    await nobodyIsAsked(asking);
  });

  test(`${era}: a secret inside an argument is on no disk, neither while the call waits nor as a last argument`, async ({
    asking,
  }) => {
    const { window } = asking;
    await asking.show(era, 'nested');
    const main = window.getByRole('main');
    const place = `Lisbon, ${era}`;
    await fillForm(main, { Place: place });
    await main.getByLabel('Password', { exact: true }).fill(SECRET);
    await window.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = formDialog(window, era);
    await expect(dialog).toContainText('And here?');
    expect(asking.filesWith(SECRET)).toEqual([]);
    await button(dialog, 'Decline').click();
    await asking.expectAnswers(era, 'nested', [{ action: 'decline' }]);
    // The last arguments are written a moment later.
    await expect.poll(() => asking.filesWith(place)).toContain('last-arguments.json');
    expect(asking.filesWith(SECRET)).toEqual([]);
    await nobodyIsAsked(asking);
  });
}

test('one setting declines such forms in both eras, and says why', async ({ asking }) => {
  const { window } = asking;
  const setting = window.getByRole('checkbox', { name: 'Decline forms that ask for secrets', exact: true });
  await goTo(window, 'Settings');
  await expect(setting).not.toBeChecked();
  await setting.check();
  await expect(setting).toBeChecked();
  for (const era of ERAS) {
    const before = asking.answers(era, 'login').length;
    await asking.runTool(era, 'login');
    await expect(result(window)).toContainText('Done');
    await expect.poll(() => asking.answers(era, 'login').slice(before)).toEqual([{ action: 'decline' }]);
    await questions(window)
      .getByRole('button', { name: /refused/ })
      .first()
      .click();
    const card = window.getByRole('dialog', { name: `Question from ${era}`, exact: true });
    await expect(card).toContainText('MCP forbids that in a form, and your settings decline it.');
    await button(card, 'Dismiss').click();
  }
  await goTo(window, 'Settings');
  await setting.uncheck();
  const dialog = await asking.ask('modern', 'login');
  await button(dialog, 'Cancel').click();
  await nobodyIsAsked(asking);
});
