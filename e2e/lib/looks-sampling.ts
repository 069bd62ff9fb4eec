import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { commandLine } from '../../src/shared/command-line.ts';
import { startMessagesApi } from '../servers/messages-api.ts';
import { rawStdio } from '../servers/raw.ts';
import { button, reviewDialog, samplingDialog } from './answers.ts';
import './bridge.ts';
import { type LaunchedApp, launchApp } from './launch.ts';
import { addServer, openServer, openTool, run, trustAndConnect } from './person.ts';

/** Saves pictures of what is on the screen under a name; `visible` is brought into view. */
export type Shoot = (name: string, visible?: Locator) => Promise<void>;

const NAME = 'notes';
const KEY = 'key-of-a-picture';
const text = (words: string) => ({ type: 'text', text: words });
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGNgaPhPEhrVMKph5GogTQMAlMh9cGXnRBsAAAAASUVORK5CYII=';
const TOOL = {
  name: 'look_up',
  description: 'Looks a place up.',
  inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
};

const asks = (params: unknown) => [
  { request: { id: 'q', method: 'sampling/createMessage', params } },
  { wait: 'q' },
];

const rich = {
  systemPrompt: 'You write short notes. Be kind, and never invent a place.',
  messages: [
    {
      role: 'user',
      content: [text('What is on this picture?'), { type: 'image', data: PIXEL, mimeType: 'image/png' }],
    },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'u1', name: 'look_up', input: { place: 'Kraków' } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', toolUseId: 'u1', content: [text('A town on the Vistula.')] }],
    },
  ],
  tools: [TOOL],
  toolChoice: { mode: 'auto' },
  maxTokens: 5200,
  temperature: 0.4,
  stopSequences: ['END'],
  includeContext: 'thisServer',
  metadata: { ticket: 7 },
  modelPreferences: { hints: [{ name: 'haiku' }], costPriority: 0.8 },
};

const sound = {
  messages: [{ role: 'user', content: { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' } }],
  maxTokens: 50,
};

const { command, args } = rawStdio({
  onCall: { describe: asks(rich), listen: asks(sound) },
  lifeMs: 600_000,
});

/** Sampling with a model: every stage of it, in an app of its own whose model is a stand-in. */
export async function samplingLooks(
  shooter: (launched: LaunchedApp) => Shoot,
  stopped: (error: unknown, window: Page) => Promise<void>,
): Promise<void> {
  const api = await startMessagesApi({ key: KEY });
  const launched = await launchApp({ env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: api.url } });
  const { window } = launched;
  const shoot = shooter(launched);
  const prompt = samplingDialog(window, NAME);
  const review = reviewDialog(window, NAME);
  try {
    await window.evaluate(() =>
      globalThis.window.gatehouse.calls['models.change']({
        connection: 'anthropic',
        model: 'claude-haiku-5-5',
        facts: { label: 'Claude Haiku 5.5', inputPrice: 1, outputPrice: 5, cost: 0.9 },
      }),
    );
    await addServer(window, { name: NAME, command: commandLine([command, ...args]) });
    await trustAndConnect(window, NAME);
    await openTool(window, 'describe');
    await run(window);
    await expect(button(prompt, 'Approve')).toBeEnabled();
    await shoot('sampling-prompt', prompt);
    await prompt.getByRole('region', { name: 'Messages' }).getByRole('textbox').first().fill('What is this?');
    await shoot('sampling-edited', prompt.getByRole('region', { name: 'Messages' }));
    await shoot('sampling-parameters', prompt.getByRole('region', { name: 'Parameters' }));
    await prompt.getByRole('combobox', { name: 'Model', exact: true }).click();
    await shoot('sampling-models');
    await window.keyboard.press('Escape');
    await button(prompt, 'More').click();
    const rule = prompt.getByRole('region', { name: 'Rule for requests like this' });
    await expect(rule.getByRole('status')).toContainText('compare it');
    await shoot('sampling-rule', rule);
    await rule.getByRole('radio', { name: 'Never' }).click();
    await shoot('sampling-rule-never', rule);
    await button(prompt, 'More').click();

    api.reply({ error: { status: 429, type: 'rate_limit_error', headers: { 'retry-after': '60' } } });
    await button(prompt, 'Approve').click();
    await expect(prompt.getByRole('alert')).toBeVisible();
    await shoot('sampling-error', prompt.getByRole('alert'));

    // The stand-in refuses a temperature once, and the app asks again without.
    api.reply(
      {},
      { blocks: [{ text: ['The picture shows a ', 'market square in Kraków.'] }], ending: 'hold' },
    );
    await button(prompt, 'Approve').click();
    await expect(prompt.getByRole('region', { name: 'Answer so far' })).toContainText('Kraków');
    await shoot('sampling-running', prompt);
    await button(prompt, 'Stop').click();
    await expect(button(review, 'Send')).toBeEnabled();
    await shoot('review-stopped', review);
    api.reply(
      {},
      {
        stopReason: 'tool_use',
        blocks: [
          { text: ['Let me look both places up.'] },
          { tool: { id: 'u2', name: 'look_up', input: { place: 'Kraków', near: ['Wisła', 'Wawel'] } } },
          { tool: { id: 'u3', name: 'look_up', input: { place: 'Łódź' } } },
        ],
      },
    );
    await button(review, 'Ask again').click();
    await expect(review.getByRole('checkbox')).toHaveCount(2);
    await review.getByRole('checkbox').first().check();
    await shoot('review-tools', review.getByRole('region', { name: 'Tool calls' }));
    await button(review, 'More').click();
    await shoot('review-rule', review.getByRole('region', { name: 'Rule for requests like this' }));
    await button(review, 'Send').click();

    await openServer(window, NAME);
    await openTool(window, 'listen');
    await run(window);
    await expect(button(prompt, 'Approve')).toBeVisible();
    await shoot('sampling-obstacle', prompt);
    await button(prompt, 'Deny').click();
  } catch (error) {
    await stopped(error, window);
  } finally {
    await launched.close();
    await api.close();
  }
}
