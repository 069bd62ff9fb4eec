import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { commandLine } from '../src/shared/command-line.ts';
import { DEMANDING_TOOLS } from './lib/demanding-tools.ts';
import { launchApp, PROJECT_ROOT } from './lib/launch.ts';
import {
  addServer,
  expectConnected,
  fillForm,
  openServer,
  openTool,
  result,
  resultJson,
  run,
  trustAndConnect,
} from './lib/person.ts';
import { expect, test } from './lib/test.ts';
import { rawStdio, type Scenario, startRawHttp } from './servers/raw.ts';

// What a person enters for a call: as a form, as JSON, with suggestions of the server, and again as the last time.

const NAME = 'raw';

/** A tool that answers with what it was called with. */
const echo = (inputSchema: unknown, more: object = {}): Scenario => ({
  tools: [{ name: 'send', inputSchema }],
  onCall: { send: [{ reply: { content: [], structuredContent: '$params' } }] },
  ...more,
});
const SCHEMA = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: 'integer', default: 3 },
    api_key: { type: 'string' },
    filters: { type: 'object' },
  },
  required: ['title'],
};

async function start(window: Page, scenario: Scenario, era: 'legacy' | 'modern' = 'legacy'): Promise<void> {
  const { command, args } = rawStdio(scenario, era);
  await addServer(window, { name: NAME, command: commandLine([command, ...args]) });
  await trustAndConnect(window, NAME);
}

const view = (window: Page, name: 'Form' | 'JSON') => window.getByRole('tab', { name, exact: true });
const json = (window: Page) => window.getByRole('textbox', { name: 'Arguments as JSON' });
const sent = async (window: Page) => ((await resultJson(window, '')) as { arguments: unknown }).arguments;

test('JSON and form flow into each other, and the server gets what is seen', async ({ window }) => {
  await start(window, echo(SCHEMA));
  await openTool(window, 'send');
  const main = window.getByRole('main');
  await fillForm(main, { title: 'From the form' });
  await view(window, 'JSON').click();
  await expect(json(window)).toHaveValue('{\n  "title": "From the form",\n  "count": 3\n}');

  await json(window).fill('{"title": "From JSON", "count": null, "extra": {"deep": [1]}}');
  await view(window, 'Form').click();
  await expect(main.getByRole('textbox', { name: 'title' })).toHaveValue('From JSON');
  await expect(main.getByText('Sent as well, as written in the JSON: extra.')).toBeVisible();
  await expect(main.getByText(/cannot hold what the JSON says of count/)).toBeVisible();
  await fillForm(main, { title: 'Changed' });
  await run(window);
  expect(await sent(window)).toEqual({ title: 'Changed', extra: { deep: [1] } });

  await view(window, 'JSON').click();
  await expect(json(window)).toHaveValue(/"count": null/);
  await json(window).fill('{"title":"T","extra":[12345678901234567890]}');
  await expect(main.getByText(/12345678901234567890 has more digits than can be sent/)).toBeVisible();
  await window.getByRole('button', { name: 'Format' }).click();
  await expect(json(window)).toHaveValue(
    '{\n  "title": "T",\n  "extra": [\n    12345678901234567890\n  ]\n}',
  );
  await run(window);
  expect(await sent(window)).toEqual({ title: 'T', extra: [12345678901234567000] });

  // What is half typed in the form is not lost while the JSON is looked at and changed.
  await view(window, 'Form').click();
  await main.getByRole('textbox', { name: 'filters' }).fill('{"half": ');
  await view(window, 'JSON').click();
  await expect(main.getByText('Not finished in the form, and so not here: filters.')).toBeVisible();
  await json(window).fill('{"title": "U"}');
  await view(window, 'Form').click();
  await expect(main.getByRole('textbox', { name: 'title' })).toHaveValue('U');
  await expect(main.getByRole('textbox', { name: 'filters' })).toHaveValue('{"half": ');
});

test('what is no JSON, or not what the tool takes, is kept as typed and not sent', async ({ window }) => {
  await start(window, echo(SCHEMA));
  await openTool(window, 'send');
  await view(window, 'JSON').click();
  const main = window.getByRole('main');
  const button = window.getByRole('button', { name: 'Run', exact: true });
  for (const [text, sentence] of [
    ['{"title": "T",}', /not JSON yet: it goes wrong at line 1, column 15/],
    ['["T"]', /one JSON object/],
    ['{"title": "T", "__proto__": {}}', /"__proto__" cannot be sent/],
    ['{"count": 1}', /title: /],
    ['{"title": "T", "count": "many"}', /count: /],
  ] as const) {
    await json(window).fill(text);
    await button.focus();
    await button.click();
    await expect(json(window)).toBeFocused();
    await expect(json(window)).toHaveValue(text);
    await expect(json(window)).toHaveAccessibleDescription(sentence);
  }
  await json(window).fill('{"title": ');
  await view(window, 'Form').click();
  await expect(json(window)).toHaveValue('{"title": ');
  await window.getByRole('button', { name: 'Restore the last valid JSON' }).click();
  await expect(json(window)).toHaveValue('{\n  "title": "T",\n  "count": "many"\n}');
  await expect(result(window)).toBeHidden();

  // Looking elsewhere loses nothing.
  await json(window).fill('{"title": ');
  await window.getByRole('tab', { name: 'Log' }).click();
  await openTool(window, 'send');
  await expect(json(window)).toHaveValue('{"title": ');
  await window.getByRole('button', { name: 'Clear all' }).click();
  await expect(json(window)).toHaveValue('{\n  "count": 3\n}');
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(json(window)).toHaveValue('{"title": ');
  await expect(main.getByText(/not JSON yet/)).toBeVisible();
});

test('a schema no form can be drawn for is answered as JSON', async ({ window }) => {
  await start(window, echo({ $ref: 'https://example.com/schema.json' }));
  await openTool(window, 'send');
  await expect(
    window.getByText(/No form can be drawn for these arguments: write them as JSON/),
  ).toBeVisible();
  await expect(view(window, 'Form')).toBeHidden();
  await json(window).fill('{"a": [1]}');
  await run(window);
  expect(await sent(window)).toEqual({ a: [1] });
});

test('tools as they are at work take what they are given, seen as JSON and as a form', async ({ window }) => {
  const onCall = Object.fromEntries(
    DEMANDING_TOOLS.map(({ name }) => [name, [{ reply: { content: [], structuredContent: '$params' } }]]),
  );
  await start(window, { tools: DEMANDING_TOOLS.map(({ example: _, ...tool }) => tool), onCall });
  for (const { title, example } of DEMANDING_TOOLS) {
    await openTool(window, title);
    await view(window, 'JSON').click();
    await json(window).fill(JSON.stringify(example));
    await view(window, 'Form').click();
    await expect(view(window, 'Form')).toHaveAttribute('aria-selected', 'true');
    await expect(window.getByText('This form could not be drawn')).toBeHidden();
    await view(window, 'JSON').click();
    await expect(json(window)).toHaveValue(JSON.stringify(example));
    await run(window);
    expect(await sent(window), title).toEqual(example);
  }
});

test('suggestions of the reference server: for a prompt by what was filled in, and for an address', async ({
  window,
}) => {
  const server = path.join(
    PROJECT_ROOT,
    'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
  );
  await addServer(window, { name: NAME, command: commandLine([process.execPath, server, 'stdio']) });
  await trustAndConnect(window, NAME);
  await window.getByRole('tab', { name: 'Prompts' }).click();
  await window.getByRole('link', { name: 'Team Management', exact: true }).click();
  await expect(
    window.getByText('Values are suggested by the server, which sees what you type here.'),
  ).toBeVisible();

  const department = window.getByRole('combobox', { name: 'department' });
  await department.pressSequentially('S');
  await expect(window.getByRole('option')).toHaveText(['Sales', 'Support']);
  // Nothing is taken that the person did not take.
  await expect(department).toHaveValue('S');
  await window.getByRole('option', { name: 'Sales' }).click();
  await expect(department).toHaveValue('Sales');
  const name = window.getByRole('combobox', { name: 'name' });
  await name.focus();
  await name.press('ArrowDown');
  await expect(window.getByRole('option')).toHaveText(['David', 'Eve', 'Frank']);
  await name.press('ArrowDown');
  await name.press('ArrowDown');
  await name.press('Enter');
  await expect(name).toHaveValue('Eve');
  await expect(result(window)).toBeHidden();
  await window.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(result(window)).toContainText('Please promote Eve to the head of the Sales team.');

  await window.getByRole('tab', { name: 'Resources' }).click();
  await window.getByRole('link', { name: 'Dynamic Text Resource', exact: true }).click();
  await window.getByRole('combobox', { name: 'resourceId' }).pressSequentially('12');
  await window.getByRole('option', { name: '12', exact: true }).click();
  await window.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(result(window)).toContainText('Resource 12');
});

test('hostile suggestions are plain text, and no secret is sent for any (modern)', async ({ window }) => {
  const values = ['<img src=x onerror=alert(1)>', 'a\u202egnp.exe', 'a'.repeat(5000), 7, 'a\u202egnp.exe'];
  const many = Array.from({ length: 150 }, (_, i) => `a${i}`);
  await start(
    window,
    {
      capabilities: { tools: {}, prompts: {}, completions: {} },
      on: {
        'prompts/list': [
          { reply: { prompts: [{ name: 'p', arguments: [{ name: 'file' }, { name: 'api_key' }] }] } },
        ],
        'completion/complete': [{ reply: { completion: { values: [...values, ...many] } } }],
        'prompts/get': [{ reply: { messages: [] } }],
      },
    },
    'modern',
  );
  await window.getByRole('tab', { name: 'Prompts' }).click();
  await window.getByRole('link', { name: 'p', exact: true }).click();
  // A secret is typed into a field that asks nobody.
  await expect(window.getByRole('combobox', { name: 'api_key' })).toBeHidden();
  await window.getByRole('textbox', { name: 'api_key' }).fill('hunter2');
  const file = window.getByRole('combobox', { name: 'file' });
  await file.pressSequentially('a');
  await expect(window.getByRole('option').first()).toHaveText('<img src=x onerror=alert(1)>');
  await expect(window.getByRole('option').nth(1)).toHaveText('a⟦U+202E⟧gnp.exe');
  await expect(window.getByRole('option')).toHaveCount(100);
  await expect(window.getByText('The first 100: the server has more. Type on to see others.')).toBeVisible();
  await file.press('Escape');
  await expect(file).toHaveValue('a');
  await openTool(window, 'report');
  await run(window);
  await expect(result(window)).toContainText('completion/complete');
  await expect(result(window)).not.toContainText('hunter2');
});

test('the last arguments are filled in again after a restart, but for secrets, until they are forgotten', async () => {
  const userDataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-e2e-'));
  try {
    const first = await launchApp({ userDataDir });
    await start(first.window, echo(SCHEMA));
    await openTool(first.window, 'send');
    await fillForm(first.window.getByRole('main'), { title: 'Again', api_key: 'hunter2' });
    await run(first.window);
    await first.close();

    const second = await launchApp({ userDataDir });
    const { window } = second;
    await openServer(window, NAME);
    await window.getByRole('button', { name: 'Connect', exact: true }).click();
    await expectConnected(window);
    await openTool(window, 'send');
    const main = window.getByRole('main');
    await expect(main.getByRole('textbox', { name: 'title' })).toHaveValue('');
    await window.getByRole('button', { name: 'Fill in the last arguments' }).click();
    await expect(main.getByRole('textbox', { name: 'title' })).toHaveValue('Again');
    await expect(main.getByRole('textbox', { name: 'api_key' })).toHaveValue('');
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect(main.getByRole('textbox', { name: 'title' })).toHaveValue('');
    await window.getByRole('button', { name: 'Forget the last arguments' }).click();
    await expect(window.getByRole('button', { name: 'Fill in the last arguments' })).toBeHidden();
    await second.close();
  } finally {
    rmSync(userDataDir, { recursive: true, force: true });
  }
});

test('an argument that goes into a header says so (modern, HTTP)', async () => {
  const userDataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-e2e-'));
  const schema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  const server = await startRawHttp(echo(schema), 'modern');
  try {
    const servers = { mcpServers: { [NAME]: { url: server.url } } };
    writeFileSync(path.join(userDataDir, 'servers.json'), JSON.stringify(servers));
    const { window, close } = await launchApp({ userDataDir });
    await openServer(window, NAME);
    await trustAndConnect(window, NAME);
    await openTool(window, 'send');
    await expect(window.getByText(/Also sent as a header.*: region\./)).toBeVisible();
    await close();
  } finally {
    await server.stop();
    rmSync(userDataDir, { recursive: true, force: true });
  }
});
