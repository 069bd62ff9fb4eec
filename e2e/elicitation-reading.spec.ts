import type { Locator } from '@playwright/test';
import { button } from './lib/answers.ts';
import { accept, askingTest, bothEras, ERAS, expect } from './lib/asking.ts';
import { goTo, questions, result } from './lib/person.ts';

// Rows of the elicitation cases about what a schema becomes on the screen, and what its server then receives.

const form = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  message: 'Please',
  requestedSchema: { type: 'object', properties, ...more },
});

const PLAN = { type: 'string', enum: ['small', 'large'] };

const QUESTIONS = {
  A01: form(
    { p: { $ref: '#/$defs/P' } },
    { $defs: { P: { type: 'string', enum: ['low', 'high'] } }, required: ['p'] },
  ),
  A03: form(
    { f: { type: 'array', items: { type: 'string', enum: ['apple', 'pear', 'plum'] } } },
    { required: ['f'] },
  ),
  A05: form({ lang: { type: 'string', enum: ['en', 'de'], enumNames: ['English', 'Deutsch'] } }),
  A07: form({
    env: {
      type: 'string',
      oneOf: [
        { const: 'prod', title: 'Production' },
        { const: 'test', title: 'Test' },
      ],
    },
  }),
  A09: form({
    layout: { type: 'string', enum: ['grid', 'list', 'table'] },
    colour: { type: 'string', enum: ['red', 'orange', 'yellow', 'green', 'blue', 'violet'] },
  }),
  A11: form({
    code: { type: 'string', pattern: '^[A-Z]{3}$' },
    id: { type: 'string', format: 'uuid', 'x-order': 1 },
    n: { type: 'number', exclusiveMinimum: 0 },
  }),
  A13: { message: 'm', schema: { type: 'object', properties: { a: { type: 'string' } } } },
  A19: form({ x: { type: 'object', properties: {} }, y: { type: 'string' } }, { required: ['x'] }),
  A33: form({ a: { type: 'string' } }, { $schema: 'https://json-schema.org/draft/2020-12/schema' }),
  'A33-other': form({ a: { type: 'string' } }, { $schema: 'https://example.com/a-dialect-nobody-knows' }),
  A35: form({ a: { type: 'string', required: true } }),
  A37: form({ plan: PLAN, 'a.b': { type: 'string' }, 'a b': { type: 'string' }, a_b: { type: 'string' } }),
};

const ARGUMENTS = { A37: { type: 'object', properties: { plan: PLAN, 'a.b': { type: 'string' } } } };

const test = askingTest(() => {
  const { legacy, modern } = bothEras(QUESTIONS);
  return {
    servers: {
      legacy: { ...legacy, argumentsOf: ARGUMENTS },
      modern: { ...modern, argumentsOf: ARGUMENTS },
    },
  };
});

const group = (form: Locator, name: string) => form.getByRole('radiogroup', { name, exact: true });
const option = (form: Locator, name: string) => form.getByRole('radio', { name, exact: true });
const text = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true });

for (const era of ERAS) {
  test(`A01 ${era}: an enum behind a local $ref is a choice, never a text box`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A01');
    await expect(group(dialog, 'p').getByRole('radio')).toHaveCount(2);
    await expect(dialog.getByRole('textbox')).toHaveCount(0);
    await option(dialog, 'high').check();
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A01', [accept({ p: 'high' })]);
  });

  test(`A03 ${era}: a list of options is check boxes, and the answer a list of texts`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A03');
    const boxes = dialog.getByRole('group', { name: 'f', exact: true }).getByRole('checkbox');
    await expect(boxes).toHaveCount(3);
    await dialog.getByRole('checkbox', { name: 'plum', exact: true }).check();
    await dialog.getByRole('checkbox', { name: 'apple', exact: true }).check();
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A03', [accept({ f: ['apple', 'plum'] })]);
  });

  test(`A05 ${era}: enumNames are what is read, the values are what is sent`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A05');
    await expect(group(dialog, 'lang').getByRole('radio')).toHaveCount(2);
    await expect(option(dialog, 'de')).toHaveCount(0);
    await option(dialog, 'Deutsch').check();
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A05', [accept({ lang: 'de' })]);
  });

  test(`A07 ${era}: a titled choice starts with nothing chosen, and untouched it is absent`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'A07');
    await expect(option(dialog, 'Production')).not.toBeChecked();
    await expect(option(dialog, 'Test')).not.toBeChecked();
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A07', [accept({})]);
  });

  test(`A09 ${era}: few options stand on the form at once, many in a list that opens`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A09');
    expect(await group(dialog, 'layout').getByRole('radio').count()).toBe(3);
    await option(dialog, 'list').check();
    const colour = dialog.getByRole('combobox', { name: 'colour', exact: true });
    await expect(colour).toHaveValue('');
    await colour.click();
    await asking.window.getByRole('option', { name: 'violet', exact: true }).click();
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A09', [accept({ layout: 'list', colour: 'violet' })]);
  });

  test(`A11 ${era}: more keywords than the specification has are no obstacle`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A11');
    await text(dialog, 'code').fill('ABC');
    await text(dialog, 'id').fill('not a uuid, and the server may say so');
    await dialog.getByRole('spinbutton', { name: 'n', exact: true }).fill('0.5');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A11', [
      accept({ code: 'ABC', id: 'not a uuid, and the server may say so', n: 0.5 }),
    ]);
  });

  test(`A13 ${era}: a question without requestedSchema is refused, and the person reads why`, async ({
    asking,
  }) => {
    await asking.runTool(era, 'A13');
    const sentence = 'The elicitation has no requestedSchema. It was sent as "schema".';
    await questions(asking.window)
      .getByRole('button', { name: /refused/ })
      .click();
    await expect(asking.window.getByRole('dialog').filter({ hasText: 'Refused' })).toContainText(sentence);
    await expect(result(asking.window)).toBeVisible();
    // A client of the modern era has no way to answer with an error: the call ends here, and says so.
    const error = { error: { code: -32602, message: sentence } };
    await asking.expectAnswers(era, 'A13', era === 'legacy' ? [error] : []);
    if (era === 'modern') await expect(result(asking.window)).toContainText(sentence);
    await goTo(asking.window, 'Activity');
    const entries = asking.window.getByRole('list', { name: 'Entries' });
    const line = { name: `Decision ${era} Question refused: ${sentence}` };
    await expect(entries.getByRole('button', line)).toBeVisible();
  });

  test(`A19 ${era}: a required value that cannot be entered is never accepted without it`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'A19');
    await expect(dialog).toContainText('This cannot be answered here');
    await expect(button(dialog, 'Submit')).toHaveCount(0);
    await button(dialog, 'Decline').click();
    await asking.expectAnswers(era, 'A19', [{ action: 'decline' }]);
  });

  for (const tool of ['A33', 'A33-other']) {
    test(`A33 ${era}: $schema, known or not, stands in nobody's way (${tool})`, async ({ asking }) => {
      const dialog = await asking.ask(era, tool);
      await text(dialog, 'a').fill('x');
      await button(dialog, 'Submit').click();
      await asking.expectAnswers(era, tool, [accept({ a: 'x' })]);
    });
  }

  test(`A35 ${era}: a schema with a mistake is drawn, and its request answered`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A35');
    await dialog.getByRole('tab', { name: 'Wire' }).click();
    await expect(
      dialog.getByRole('region', { name: 'Repairs', exact: true }).getByRole('listitem'),
    ).toHaveCount(1);
    await dialog.getByRole('tab', { name: 'Question' }).click();
    // The server meant it to be required.
    await button(dialog, 'Submit').click();
    await expect(text(dialog, 'a')).toBeFocused();
    await text(dialog, 'a').fill('here');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A35', [accept({ a: 'here' })]);
  });

  test(`A37 ${era}: labels act on their own form, whatever the properties are called`, async ({ asking }) => {
    const dialog = await asking.ask(era, 'A37');
    const all = asking.window.getByRole('main');
    // The tool's own argument has the same name, and its form stands on the same page.
    await expect(group(all, 'plan')).toHaveCount(2);
    const own = group(all, 'plan').first();
    await group(dialog, 'plan').getByText('large', { exact: true }).click();
    await expect(group(dialog, 'plan').getByRole('radio', { name: 'large' })).toBeChecked();
    await expect(own.getByRole('radio', { name: 'large' })).not.toBeChecked();
    await own.getByText('small', { exact: true }).click();
    await expect(group(dialog, 'plan').getByRole('radio', { name: 'large' })).toBeChecked();
    for (const name of ['a.b', 'a b', 'a_b']) {
      await dialog.getByText(name, { exact: true }).click();
      await expect(text(dialog, name)).toBeFocused();
      await asking.window.keyboard.type(`for ${name}`);
    }
    await expect(text(all, 'a.b').first()).toHaveValue('');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A37', [
      accept({ plan: 'large', 'a.b': 'for a.b', 'a b': 'for a b', a_b: 'for a_b' }),
    ]);
  });
}
