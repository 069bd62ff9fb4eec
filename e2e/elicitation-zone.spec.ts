import { button } from './lib/answers.ts';
import { accept, askingTest, bothEras, ERAS, expect } from './lib/asking.ts';

// The row of the elicitation cases about time zones: the app runs where the clocks skip an hour on 2026-03-08.

const PROPERTIES = {
  t: { type: 'string', format: 'date-time', title: 'Start' },
  given: {
    type: 'string',
    format: 'date-time',
    title: 'Given',
    default: '2026-07-01T12:00:00+02:00',
  },
};
const FORM = { message: 'When?', requestedSchema: { type: 'object', properties: PROPERTIES } };

const test = askingTest(() => ({
  servers: bothEras({ A29: FORM, 'A29-gap': FORM }),
  env: { TZ: 'America/New_York' },
}));

for (const era of ERAS) {
  test(`A29 ${era}: a time is sent with the offset of its zone, and a default keeps its own`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'A29');
    const start = dialog.getByLabel('Start', { exact: true });
    await start.fill('2026-03-07T14:45');
    await expect(dialog).toContainText('Goes out as 2026-03-07T14:45:00-05:00 (America/New_York).');
    await start.fill('2026-08-07T14:45');
    await expect(dialog).toContainText('Goes out as 2026-08-07T14:45:00-04:00 (America/New_York).');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A29', [
      accept({ t: '2026-08-07T14:45:00-04:00', given: '2026-07-01T12:00:00+02:00' }),
    ]);
  });

  test(`A29 ${era}: a time that the clocks skip is said to be one, and not moved in silence`, async ({
    asking,
  }) => {
    const dialog = await asking.ask(era, 'A29-gap');
    await dialog.getByLabel('Start', { exact: true }).fill('2026-03-08T02:30');
    await expect(dialog).toContainText('The clocks skip this time in your zone');
    await expect(dialog).toContainText('Goes out as 2026-03-08T02:30:00-05:00');
    await button(dialog, 'Submit').click();
    await asking.expectAnswers(era, 'A29-gap', [
      accept({ t: '2026-03-08T02:30:00-05:00', given: '2026-07-01T12:00:00+02:00' }),
    ]);
  });
}
