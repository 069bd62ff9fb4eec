import { type ElectronApplication, expect, type Locator, type Page } from '@playwright/test';
import { pickInFolderDialog } from './stand-ins.ts';

// What a person does in the window, by the roles and names that design promises and nothing else.

export type Screen = 'Inbox' | 'Servers' | 'Workspaces' | 'Activity' | 'Settings';

export async function goTo(window: Page, screen: Screen): Promise<void> {
  // The inbox's name carries the count.
  await navigation(window)
    .getByRole('link', { name: new RegExp(`^${screen}`) })
    .click();
}

export const navigation = (window: Page): Locator => window.getByRole('navigation', { name: 'Main' });

/** The link of the rail while `count` questions wait. */
export const inboxLink = (window: Page, count: number): Locator =>
  navigation(window).getByRole('link', {
    name: count === 0 ? 'Inbox' : `Inbox, ${count} waiting`,
    exact: true,
  });

/** Adds a server by its command and stays on its page. */
export async function addServer(window: Page, server: { name: string; command: string }): Promise<void> {
  await goTo(window, 'Servers');
  await window.getByRole('button', { name: 'Add server' }).click();
  const dialog = window.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(server.name);
  await dialog.getByRole('textbox', { name: 'Command', exact: true }).fill(server.command);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('heading', { name: server.name, exact: true })).toBeVisible();
}

/** The question before the first start. */
export const startDialog = (window: Page, server: string): Locator =>
  window.getByRole('alertdialog', { name: `Start ${server}?` });

/** On a server's page: connects it, agreeing to its command. */
export async function trustAndConnect(window: Page, server: string): Promise<void> {
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  await startDialog(window, server).getByRole('button', { name: 'Trust and start' }).click();
  await expectConnected(window);
}

export async function expectConnected(window: Page): Promise<void> {
  await expect(window.getByRole('button', { name: 'Disconnect' })).toBeVisible({ timeout: 20_000 });
}

export async function openServer(window: Page, server: string): Promise<void> {
  await goTo(window, 'Servers');
  await window
    .getByRole('list', { name: 'Servers' })
    .getByRole('link', { name: server, exact: true })
    .click();
  await expect(window.getByRole('heading', { name: server, exact: true })).toBeVisible();
}

/** On a server's page: shows one of its tools. */
export async function openTool(window: Page, title: string): Promise<void> {
  await window.getByRole('tab', { name: 'Tools' }).click();
  await window.getByRole('link', { name: title, exact: true }).click();
  await expect(window.getByRole('heading', { name: title, exact: true })).toBeVisible();
}

/** What a person enters into a form, by the labels of its fields. */
export type Entries = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * Fills fields of `form`: text or the label of one option, a number, yes or no, or the options that shall be ticked.
 */
export async function fillForm(form: Locator, entries: Entries): Promise<void> {
  for (const [label, entry] of Object.entries(entries)) {
    const named = { name: label, exact: true };
    if (typeof entry === 'number') {
      await form.getByRole('spinbutton', named).fill(String(entry));
    } else if (typeof entry === 'boolean') {
      await answerYesOrNo(form, label, entry);
    } else if (typeof entry === 'string') {
      const choice = form.getByRole('radiogroup', named);
      const text = form.getByRole('textbox', named);
      const list = form.getByRole('combobox', named);
      await expect(choice.or(text).or(list).first()).toBeVisible();
      if ((await choice.count()) > 0) {
        await choice.getByRole('radio', { name: entry, exact: true }).check();
      } else if ((await text.count()) > 0) {
        await text.fill(entry);
      } else {
        await list.click();
        await form.page().getByRole('option', { name: entry, exact: true }).click();
      }
    } else {
      for (const box of await form.getByRole('group', named).getByRole('checkbox').all()) {
        await box.setChecked(false);
      }
      for (const option of entry) {
        await form.getByRole('group', named).getByRole('checkbox', { name: option, exact: true }).check();
      }
    }
  }
}

async function answerYesOrNo(form: Locator, label: string, yes: boolean): Promise<void> {
  const named = { name: label, exact: true };
  const box = form.getByRole('checkbox', named);
  const choice = form.getByRole('radiogroup', named);
  await expect(box.or(choice)).toBeVisible();
  if ((await box.count()) > 0) await box.setChecked(yes);
  else await choice.getByRole('radio', { name: yes ? 'Yes' : 'No', exact: true }).check();
}

/** On a tool's page: presses `Run`. Returns when the new call is the one that is shown. */
export async function run(window: Page): Promise<void> {
  const before = await shownCall(window);
  await window.getByRole('button', { name: 'Run', exact: true }).click();
  if (before !== undefined) await expect.poll(() => shownCall(window)).not.toBe(before);
}

/** The number of the call whose result is on the screen. */
async function shownCall(window: Page): Promise<string | undefined> {
  if ((await result(window).count()) === 0) return undefined;
  return /call (\d+)/.exec(await textOf(result(window)))?.[1];
}

export const result = (window: Page): Locator => window.getByRole('region', { name: 'Result' });

/** The region with the questions of the call that is shown. */
export const questions = (window: Page): Locator => window.getByRole('region', { name: 'Questions' });

/** All the text of the result, once there is one. */
export async function resultText(window: Page): Promise<string> {
  await expect(result(window)).toBeVisible();
  return textOf(result(window));
}

/** What a person reads: lines are lines, and what is hidden is not there. */
// biome-ignore lint/performance/useDomNodeTextContent: textContent has neither
const textOf = (locator: Locator): Promise<string> => locator.innerText();

/** The JSON object that stands in the result's text after `marker`, or the first one on a line of its own. */
export async function resultJson(window: Page, marker?: string): Promise<unknown> {
  const text = await resultText(window);
  if (marker !== undefined) {
    const after = text.slice(text.indexOf(marker) + marker.length);
    return JSON.parse(after.slice(after.indexOf('{'), after.lastIndexOf('}') + 1));
  }
  const line = text.split('\n').find((each) => each.startsWith('{') && each.endsWith('}'));
  expect(line, text).toBeDefined();
  return JSON.parse(line ?? '');
}

/** Adds a folder to the workspace. The dialog of the system is answered in the person's place. */
export async function addFolder(app: ElectronApplication, window: Page, folder: string): Promise<void> {
  await goTo(window, 'Workspaces');
  await pickInFolderDialog(app, folder);
  await window.getByRole('button', { name: 'Add folder' }).click();
  await expect(
    window.getByRole('list', { name: 'Folders' }).getByText(folder, { exact: true }),
  ).toBeVisible();
}

/** On the screen Workspaces: lets a server see the folders. */
export async function shareFolders(window: Page, server: string): Promise<void> {
  const box = window.getByRole('checkbox', { name: server, exact: true });
  await expect(box).not.toBeChecked();
  await box.check();
  await expect(box).toBeChecked();
}

/** Presses Tab until `target` has the focus, as a person does who looks for it. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const { keyboard } = target.page();
  const focused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await focused()); presses++) await keyboard.press(key);
  await expect(target).toBeFocused();
}
