import { readFileSync } from 'node:fs';
import path from 'node:path';
import { button, reviewDialog } from './lib/answers.ts';
import { seriousViolations } from './lib/axe.ts';
import { heapOf, holds, searchFiles, startOf, tapIpc } from './lib/canary.ts';
import { goTo, openServer, result, trustAndConnect } from './lib/person.ts';
import { familyOf } from './lib/processes.ts';
import {
  addConnection,
  bar,
  connection,
  copied,
  copy,
  ENVIRONMENT_KEY,
  expect,
  KEY,
  takeKey,
  test,
  think,
} from './lib/settings-stage.ts';

// Settings: connections, their keys, and models.

test('a key comes from the clipboard, asks the models and a prompt, and is nowhere but in their header', async ({
  stage,
}) => {
  test.slow();
  const { api, dataDir } = stage;
  const first = await stage.start({}, { ANTHROPIC_API_KEY: ENVIRONMENT_KEY });
  const { app, window } = first;
  const printed: string[] = [];
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.on('data', (chunk: Buffer) => printed.push(chunk.toString('latin1')));
  }
  window.on('console', (message) => printed.push(message.text()));
  await app.evaluate(() => void process.stdout.write('said by the test\n'));
  const passed = await tapIpc(app);
  const folders = await app.evaluate(({ app: electron }) =>
    (['userData', 'crashDumps', 'logs'] as const).map((name) => electron.getPath(name)),
  );

  await goTo(window, 'Settings');
  await expect(connection(window, 'Anthropic')).toContainText('The key is that of ANTHROPIC_API_KEY.');
  await addConnection(window, 'House', `${api.url}/v1/messages`);
  const house = connection(window, 'House');
  await expect(house).toContainText('Not ready');
  await expect(house).toContainText(api.url);
  await expect(house).toContainText('No key.');

  const dialog = window.getByRole('dialog', { name: 'Key for House' });
  await test.step('nothing is taken that is no key', async () => {
    await copy(app, 'not a key, but a sentence');
    await button(house, 'Take key from clipboard').click();
    await button(dialog, 'Keep in memory').click();
    await expect(dialog.getByRole('alert')).toContainText('There is no key in the clipboard');
    expect(await copied(app)).toBe('not a key, but a sentence');
  });
  await test.step('a box without a keychain that protects keeps it on disk only with consent', async () => {
    await copy(app, KEY);
    await expect(dialog).toContainText('no keychain that protects a key');
    await expect(button(dialog, 'Keep on disk all the same')).toBeDisabled();
    await dialog.getByRole('checkbox', { name: /any program I run could read/ }).check();
    await button(dialog, 'Keep on disk all the same').click();
    await expect(dialog).toBeHidden();
    await expect(house).toContainText('Ready');
    await expect(house).toContainText('The key is on disk, where any program you run could read it.');
    expect(await copied(app), 'the clipboard afterwards').toBe('');
  });

  await button(house, 'Read models').click();
  const table = house.getByRole('table');
  await expect(table.getByRole('row', { name: /House small/ })).toBeVisible();
  // What an endpoint says is text: markup as such, and what turns the reading direction spelled out.
  await expect(table).toContainText('<b>House</b> ⟦U+202E⟧large');
  await window
    .getByRole('combobox', { name: 'Default model' })
    .selectOption({ label: '<b>House</b> ⟦U+202E⟧large (House)' });

  await openServer(window, 'asker');
  await trustAndConnect(window, 'asker');
  api.reply({ blocks: [{ text: ['I think', ', therefore.'] }] });
  const request = await think(window);
  await expect(request.getByRole('combobox', { name: 'Model' })).toHaveValue(/House/);
  await button(request, 'Approve').click();
  const review = reviewDialog(window, 'asker');
  await expect(review.getByRole('textbox', { name: 'Answer', exact: true })).toHaveValue(
    'I think, therefore.',
  );
  await button(review, 'Send').click();
  await expect(result(window)).toContainText('I think, therefore.');

  await test.step('the provider got it, with the list and with the prompt', () => {
    const headers = [...api.listed, ...api.requests].map((each) => JSON.stringify(each.headers));
    expect(headers).toHaveLength(2);
    for (const each of headers) expect(holds(each, KEY)).toBe(true);
    expect(holds(JSON.stringify(api.requests.map(({ body }) => body)), KEY)).toBe(false);
    expect(api.requests[0]?.body).toMatchObject({ model: 'house-large' });
  });
  await test.step('no process was started with it', () => {
    const pids = familyOf(app.process().pid ?? 0);
    const starts = pids.map(startOf).filter((start) => start !== undefined);
    const servers = starts.filter((start) => start.includes('raw-stdio'));
    expect(servers.length, 'servers that were looked at').toBeGreaterThan(0);
    for (const start of starts) expect(holds(start, KEY)).toBe(false);
    for (const start of servers)
      expect(holds(start, ENVIRONMENT_KEY), 'the key of our environment').toBe(false);
  });
  await test.step('it did not pass between main and the window', async () => {
    const ipc = await passed();
    expect(ipc).toContain('connections.takeKey');
    expect(ipc).toContain('House small');
    expect(holds(ipc, KEY)).toBe(false);
    expect(holds(ipc, ENVIRONMENT_KEY)).toBe(false);
  });
  await test.step('the window does not hold it', async () => {
    const heap = await heapOf(window);
    expect(heap).toContain('House small');
    expect(holds(heap, KEY)).toBe(false);
    expect(holds(heap, ENVIRONMENT_KEY)).toBe(false);
  });

  const nowhere = () => {
    for (const [index, folder] of folders.entries()) {
      const { searched, found } = searchFiles(folder, KEY);
      expect(found, `files under ${folder}`).toEqual([]);
      if (index === 0) {
        expect(searched).toEqual(
          expect.arrayContaining([
            'journal.db',
            'connections.json',
            'keys.json',
            'settings.json',
            'asker-record.jsonl',
          ]),
        );
      }
    }
  };
  await test.step('no file has it: data, journal with its log, logs, crash dumps, what the server was sent', () => {
    expect(readFileSync(path.join(dataDir, 'keys.json'), 'utf8')).toContain('"data"');
    expect(searchFiles(dataDir, KEY).searched).toContain('journal.db-wal');
    nowhere();
  });
  await first.close();
  await test.step('nor after the end, nor what was printed', () => {
    nowhere();
    expect(printed.join('')).toContain('said by the test');
    expect(holds(printed.join(''), KEY)).toBe(false);
  });

  await test.step('what is kept asks again after a restart', async () => {
    const { window: later } = await stage.start();
    await goTo(later, 'Settings');
    await expect(connection(later, 'House')).toContainText('Ready');
    await button(connection(later, 'House'), 'Read models').click();
    await expect.poll(() => api.listed.length).toBe(2);
    expect(holds(JSON.stringify(api.listed[1]?.headers), KEY)).toBe(true);
    await button(connection(later, 'House'), 'Forget key').click();
    await connection(later, 'House').getByRole('group').getByRole('button', { name: 'Forget key' }).click();
    await expect(connection(later, 'House')).toContainText('Not ready');
    expect(readFileSync(path.join(dataDir, 'keys.json'), 'utf8')).not.toContain('"data"');
  });
});

test('a key that can no longer be read is asked for again, and nothing else is lost', async ({ stage }) => {
  const launched = await stage.start({
    'connections.json': {
      connections: [{ id: 'house-1', provider: 'anthropic', name: 'House', baseUrl: stage.api.url }],
      models: [{ connection: 'house-1', edits: [{ model: 'mine', added: true, facts: { inputPrice: 2 } }] }],
    },
    'keys.json': { keys: [{ connection: 'house-1', data: Buffer.from('v10garbage').toString('base64') }] },
    'settings.json': { defaultModel: 'house-1/mine' },
  });
  const { window } = launched;
  await goTo(window, 'Settings');
  const house = connection(window, 'House');
  await expect(house).toContainText('The key that was kept can no longer be read.');
  await expect(house).toContainText('take it from the clipboard again');
  await takeKey(launched, 'House');
  await expect(house).toContainText('in memory, and gone when Gatehouse ends');
  await button(house, 'Show 5 models').click();
  await expect(house.getByRole('row', { name: /mine.*added by you/ })).toBeVisible();
  await expect(window.getByRole('combobox', { name: 'Default model' })).toHaveValue('house-1/mine');
});

test('models are added, priced, hidden and taken away; a server may be held to some', async ({ stage }) => {
  const launched = await stage.start();
  const { window } = launched;
  await addConnection(window, 'House', stage.api.url);
  await takeKey(launched, 'House');
  const house = connection(window, 'House');
  await button(house, 'Read models').click();
  await expect(house.getByRole('row', { name: /House small/ })).toBeVisible();

  await button(house, 'Edit House small').click();
  const edit = window.getByRole('dialog', { name: 'Edit House small' });
  await edit.getByRole('textbox', { name: 'Price of the prompt' }).fill('a lot');
  await expect(button(edit, 'Save')).toBeDisabled();
  await edit.getByRole('textbox', { name: 'Price of the prompt' }).fill('0.25');
  await edit.getByRole('textbox', { name: 'Intelligence score' }).fill('29');
  await button(edit, 'Save').click();
  await expect(house.getByRole('row', { name: /House small.*0\.25.*29 %/ })).toBeVisible();

  await button(house, 'Add model').click();
  const add = window.getByRole('dialog', { name: 'Add a model' });
  await add.getByRole('textbox', { name: 'Name' }).fill('house-small');
  await button(add, 'Add').click();
  await expect(add.getByRole('alert')).toContainText('in the list already');
  await add.getByRole('textbox', { name: 'Name' }).fill('house-test');
  await button(add, 'Add').click();
  await expect(house.getByRole('row', { name: /house-test.*added by you/ })).toBeVisible();

  const defaults = window.getByRole('combobox', { name: 'Default model' });
  await expect(defaults.getByRole('option', { name: 'House small (House)' })).toBeAttached();
  await button(house, 'Edit House small').click();
  await edit.getByRole('checkbox', { name: /Hidden/ }).check();
  await button(edit, 'Save').click();
  await expect(house.getByRole('row', { name: /House small.*hidden/ })).toBeVisible();
  await expect(defaults.getByRole('option', { name: 'House small (House)' })).not.toBeAttached();

  await openServer(window, 'asker');
  await trustAndConnect(window, 'asker');
  await window.getByRole('tab', { name: 'Settings' }).click();
  const allowed = window.getByRole('group', { name: 'Models this server may use' });
  await allowed.getByRole('checkbox', { name: 'house-test (House)' }).check();
  await expect(allowed).toContainText('Only what is ticked, or you yourself');
  const request = await think(window);
  const choices = request.getByRole('combobox', { name: 'Model' });
  await expect(choices).toHaveValue('house-test (House)');
  await choices.click();
  await expect(window.getByRole('option')).toHaveText(['house-test (House)', 'You (write the answer)']);
  await window.keyboard.press('Escape');
  await button(request, 'Deny').click();

  await goTo(window, 'Settings');
  await button(house, 'Remove').click();
  await expect(house.getByRole('group')).toContainText('go with it');
  await button(house, 'Keep it').click();
  await button(house, 'Remove').click();
  await house.getByRole('group').getByRole('button', { name: 'Remove' }).click();
  await expect(house).toBeHidden();
  expect(readFileSync(path.join(stage.dataDir, 'connections.json'), 'utf8')).not.toContain('house-test');
});

test('another host drops the key, with the reason', async ({ stage }) => {
  const launched = await stage.start();
  const { window } = launched;
  await addConnection(window, 'House', stage.api.url);
  await takeKey(launched, 'House');
  const house = connection(window, 'House');
  await house.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = window.getByRole('dialog', { name: 'Edit House' });
  await edit.getByRole('textbox', { name: 'Address' }).fill('http://example.com');
  await button(edit, 'Save').click();
  await expect(edit.getByRole('alert')).toContainText('Use https');
  await edit.getByRole('textbox', { name: 'Address' }).fill('https://example.com');
  await button(edit, 'Save').click();
  await expect(house).toContainText('so it was forgotten; take one for example.com');
  await expect(house).toContainText('Not ready');
});

test('no part of it has a serious violation of axe, light or dark', async ({ stage }) => {
  test.slow();
  const launched = await stage.start({
    'rules.json': {
      rules: [
        { id: 'late', server: 'asker', kind: 'sampling', decision: 'deny', expiresAt: 1 },
        { id: 'odd', server: '*', kind: 'elicitation', decision: 'allow' },
      ],
    },
  });
  const { window } = launched;
  const look = async (what: string) => expect.soft(await seriousViolations(window), what).toEqual([]);
  await addConnection(window, 'House', stage.api.url);
  const house = connection(window, 'House');
  await button(house, 'Show 4 models').click();
  await button(house, 'Remove').click();
  await button(bar(window), 'Pause all').click();
  await look('connections, models and rules, one about to be removed, paused');
  await button(house, 'Take key from clipboard').click();
  await look('where a key is kept');
  await window.keyboard.press('Escape');
  await button(house, 'Add model').click();
  await look('a model');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Add rule' }).click();
  await expect(window.getByRole('dialog', { name: 'Add a rule' })).toBeVisible();
  await look('a rule');
});
