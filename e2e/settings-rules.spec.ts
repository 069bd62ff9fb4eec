import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { button } from './lib/answers.ts';
import { goTo, openServer, openTool, result, run, trustAndConnect } from './lib/person.ts';
import { addConnection, bar, expect, rules, takeKey, test, think } from './lib/settings-stage.ts';

// Settings: rules, and the pause of all of them.

test('rules are listed, made, previewed, changed and deleted; all of them can be paused', async ({
  stage,
}) => {
  test.slow();
  const launched = await stage.start();
  const { window } = launched;
  await addConnection(window, 'House', stage.api.url);
  await takeKey(launched, 'House');
  await openServer(window, 'asker');
  await trustAndConnect(window, 'asker');
  await button(await think(window), 'Deny').click();

  await goTo(window, 'Settings');
  await expect(window.getByText('There is no rule.')).toBeVisible();
  await window.getByRole('button', { name: 'Add rule' }).click();
  const add = window.getByRole('dialog', { name: 'Add a rule' });
  await add.getByRole('combobox', { name: 'Server' }).selectOption('asker');
  await add.getByRole('radio', { name: 'Always allow' }).check();
  await add.getByRole('radio', { name: /send its answer/ }).check();
  await add.getByRole('spinbutton', { name: 'Requests a minute' }).fill('x');
  await expect(button(add, 'Add')).toBeDisabled();
  await add.getByRole('spinbutton', { name: 'Requests a minute' }).fill('2');
  await expect(add.getByRole('status')).toContainText('would have answered 1 of the last 1');
  await button(add, 'Add').click();
  await expect(rules(window)).toHaveText([
    /Allow sampling from asker.*In force.*at most 2 a minute.*not used today/,
  ]);

  await test.step('it answers', async () => {
    await openServer(window, 'asker');
    await openTool(window, 'think');
    await run(window);
    await expect(result(window)).toContainText('ok');
    await goTo(window, 'Settings');
    await expect(rules(window)).toHaveText([/answered 1 today, \d+ tokens.*last used/]);
  });
  await test.step('paused, it asks, also after a restart', async () => {
    await button(bar(window), 'Pause all').click();
    await expect(bar(window)).toContainText('Paused: every question waits for you');
    await expect(rules(window)).toHaveText([/Paused/]);
    const request = await think(window);
    await expect(request).toContainText('You paused your rules');
    await button(request, 'Deny').click();
    expect(stage.api.requests).toHaveLength(1);
    expect(JSON.parse(readFileSync(path.join(stage.dataDir, 'settings.json'), 'utf8'))).toMatchObject({
      paused: true,
    });
  });
  await test.step('resumed, it answers', async () => {
    await button(bar(window), 'Resume').click();
    await expect(button(bar(window), 'Pause all')).toBeVisible();
    await openServer(window, 'asker');
    await openTool(window, 'think');
    await run(window);
    await expect(result(window)).toContainText('ok');
    expect(stage.api.requests).toHaveLength(2);
  });

  await goTo(window, 'Settings');
  await button(rules(window), 'Edit').click();
  const edit = window.getByRole('dialog', { name: 'Edit rule' });
  await edit.getByRole('radio', { name: 'Never' }).check();
  await button(edit, 'Save').click();
  await expect(rules(window)).toHaveText([/Deny sampling from asker/]);
  await button(rules(window), 'Delete').click();
  await button(rules(window), 'Keep it').click();
  await expect(rules(window)).toHaveCount(1);
  await button(rules(window), 'Delete').click();
  await rules(window).getByRole('group').getByRole('button', { name: 'Delete' }).click();
  await expect(window.getByText('There is no rule.')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Add rule' })).toBeFocused();
});

test('rules that do nothing say why; a file that cannot be read says so', async ({ stage }) => {
  const launched = await stage.start({
    'rules.json': {
      rules: [
        { id: 'late', server: 'asker', kind: 'sampling', decision: 'deny', expiresAt: 1 },
        { id: 'odd', server: '*', kind: 'elicitation', decision: 'allow' },
        { id: 'gone', server: 'no such server', kind: 'roots', decision: 'deny' },
      ],
    },
  });
  const { window } = launched;
  await goTo(window, 'Settings');
  // The one that decides first stands first.
  await expect(rules(window)).toHaveText([
    /Deny roots from no such server.*There is no server of that name now/,
    /Allow elicitation from every server.*Without effect.*No rule answers a form or a link/,
    /Deny sampling from asker.*Expired/,
  ]);
  writeFileSync(path.join(stage.dataDir, 'rules.json'), '{"rules": [');
  await expect(window.getByRole('region', { name: 'Rules' })).toContainText(
    /rules\.json.*Until then your rules stay as they were/,
  );
  await expect(rules(window)).toHaveCount(3);
});
