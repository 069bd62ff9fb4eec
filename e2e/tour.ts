/**
 * The tour: the real app, driven as a person drives it. Connects the demo server, runs its tools and answers one
 * question of each kind; prints each step as a line and saves a picture of each screen under out/tour/.
 *
 * Exits 0 when every step worked, else 1 with the step that did not.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import {
  answerSampling,
  button,
  formDialog,
  linkDialog,
  reviewDialog,
  samplingDialog,
  submitForm,
} from './lib/answers.ts';
import { launchApp, PROJECT_ROOT } from './lib/launch.ts';
import {
  addFolder,
  fillForm,
  goTo,
  inboxLink,
  openServer,
  openTool,
  result,
  resultJson,
  run,
  shareFolders,
} from './lib/person.ts';
import { showAs, sizeWindow, takePicture } from './lib/pictures.ts';
import { standInBrowser } from './lib/stand-ins.ts';

const SERVER = 'Demo server';
const started = Date.now();
let last = '';
let count = 0;

function step(text: string): void {
  last = text;
  count += 1;
  console.log(`${String(count).padStart(2)}. ${text}`);
}

const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'gatehouse-tour-'));
const project = path.join(folder, 'notes');
mkdirSync(project);
writeFileSync(path.join(project, 'ideas.txt'), 'A bridge over the moat.\n');

const pictures = path.join(PROJECT_ROOT, 'out', 'tour');
rmSync(pictures, { recursive: true, force: true });

const launched = await launchApp();
const { app, window } = launched;
let taken = 0;
const picture = async (name: string) => {
  taken += 1;
  await takePicture(window, path.join(pictures, `${String(taken).padStart(2, '0')}-${name}.png`));
};

try {
  await sizeWindow(app, 1280, 800);
  await showAs(window, 'light');
  const browser = await standInBrowser(app);

  step('The app is open. Nothing has asked anything yet.');
  await expect(window.getByRole('button', { name: 'Let a server ask me something' })).toBeVisible();
  await picture('first-run');

  step('"Let a server ask me something": the demo server starts and plans a trip.');
  await window.getByRole('button', { name: 'Let a server ask me something' }).click();
  await expect(formDialog(window, SERVER)).toBeVisible();
  await expect(inboxLink(window, 2)).toBeVisible();
  await fillForm(formDialog(window, SERVER), { Destination: 'Porto', Days: 2, Style: 'Active' });
  await picture('form');

  step('Form: three values are submitted.');
  await submitForm(window, SERVER, {});

  step('Sampling: the prompt is edited and approved.');
  const request = samplingDialog(window, SERVER);
  await request
    .getByRole('region', { name: 'Messages' })
    .getByRole('textbox')
    .fill('Name one thing that every traveller to Porto forgets to pack.');
  await expect(button(request, 'Approve')).toBeEnabled();
  await picture('sampling');
  await button(request, 'Approve').click();

  step('Sampling: without a key the person is the model, writes the answer and sends it.');
  await reviewDialog(window, SERVER)
    .getByRole('textbox', { name: 'Answer' })
    .fill('Shoes for steep streets.');
  await picture('review');
  await button(reviewDialog(window, SERVER), 'Send').click();

  step('Round two of the same call waits in the inbox, too.');
  await expect(formDialog(window, SERVER)).toContainText('Is this right?');
  await goTo(window, 'Inbox');
  await expect(formDialog(window, SERVER)).toBeVisible();
  await picture('inbox');
  await showAs(window, 'dark');
  await picture('inbox-dark');
  await showAs(window, 'light');
  await submitForm(window, SERVER, { Budget: 300 });

  step('Its last question is answered on the page of the tool; the trip is planned.');
  await openServer(window, SERVER);
  await openTool(window, 'Plan a trip');
  await answerSampling(window, SERVER, { answer: 'Day 1: the river\nDay 2: the sea' });
  const trip = await resultJson(window);
  expect(trip).toMatchObject({
    outcome: 'accepted',
    entered: [
      { destination: 'Porto', days: 2, style: 'active' },
      { confirm: true, budget: 300 },
    ],
    idea: 'Shoes for steep streets.',
    itinerary: 'Day 1: the river\nDay 2: the sea',
  });
  await result(window).getByRole('status').scrollIntoViewIfNeeded();
  await picture('result');

  step('Link: the address is shown in full and opened after consent (in a stand-in for the browser).');
  await openTool(window, 'Connect account');
  await run(window);
  await expect(button(linkDialog(window, SERVER), 'Open in browser')).toBeEnabled();
  await picture('link');
  await button(linkDialog(window, SERVER), 'Open in browser').click();
  const visit = await resultJson(window);
  expect(visit).toMatchObject({ outcome: 'accepted', url: (await browser.opened())[0] });
  expect(await browser.opened()).toHaveLength(1);

  step('Form: a deployment is declined, and the server hears just that.');
  await openTool(window, 'Deploy');
  await run(window);
  await expect(formDialog(window, SERVER)).toBeVisible();
  await picture('deploy');
  await button(formDialog(window, SERVER), 'Decline').click();
  expect(await resultJson(window)).toEqual({ outcome: 'declined' });

  step('Folders: one is picked in the folder dialog (answered by a stand-in) and shared with the server.');
  await addFolder(app, window, project);
  await shareFolders(window, SERVER);
  await picture('workspaces');

  step('The server lists that folder, and no other.');
  await openServer(window, SERVER);
  await openTool(window, 'List workspace');
  await run(window);
  expect(await resultJson(window)).toMatchObject({
    source: 'roots',
    folders: [{ name: 'notes' }],
    files: [expect.stringMatching(/ideas\.txt$/)],
  });
  await picture('folders');

  step('Every call, question, decision and disclosure is in the journal.');
  await goTo(window, 'Activity');
  await expect(window.getByRole('list', { name: 'Entries' })).toContainText('Disclosed');
  await picture('activity');
  await showAs(window, 'dark');
  await picture('activity-dark');
  await goTo(window, 'Servers');
  await expect(window.getByRole('list', { name: 'Servers' })).toContainText('Connected');
  await picture('servers-dark');
  await showAs(window, 'light');
  await goTo(window, 'Settings');
  await expect(window.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await picture('settings');

  await launched.close();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    `The tour took ${seconds} s; ${taken} pictures are in ${path.relative(process.cwd(), pictures)}/.`,
  );
} catch (error) {
  console.error(`The tour stopped at step ${count} ("${last}").`);
  console.error(error instanceof Error ? error.message : String(error));
  await picture('stopped').catch(() => {});
  await launched.close().catch(() => {});
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
