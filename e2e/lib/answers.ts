import { expect, type Locator, type Page } from '@playwright/test';
import { type Entries, fillForm } from './person.ts';

// How a person answers each kind of question.

export const samplingDialog = (window: Page, server: string): Locator =>
  window.getByRole('dialog', { name: `Sampling request from ${server}`, exact: true });
export const reviewDialog = (window: Page, server: string): Locator =>
  window.getByRole('dialog', { name: `Review answer for ${server}`, exact: true });
export const formDialog = (window: Page, server: string): Locator =>
  window.getByRole('dialog', { name: `Question from ${server}`, exact: true });
export const linkDialog = (window: Page, server: string): Locator =>
  window.getByRole('dialog', { name: `Link from ${server}`, exact: true });

export const button = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('button', { name, exact: true });

export interface Completion {
  /** Replaces the (first) message. */
  prompt?: string;
  systemPrompt?: string;
  maxTokens?: number;
  /** What the person writes as the completion. */
  answer: string;
}

/** Reads, edits and approves a prompt, then writes the answer and sends it. The model is the person. */
export async function answerSampling(window: Page, server: string, completion: Completion): Promise<void> {
  const request = samplingDialog(window, server);
  await expect(request).toBeVisible();
  await expect(request.getByRole('combobox', { name: 'Model' })).toHaveValue('You (write the answer)');
  if (completion.systemPrompt !== undefined) {
    await request
      .getByRole('region', { name: 'System prompt' })
      .getByRole('textbox')
      .fill(completion.systemPrompt);
  }
  if (completion.prompt !== undefined) {
    await request
      .getByRole('region', { name: 'Messages' })
      .getByRole('textbox')
      .first()
      .fill(completion.prompt);
  }
  if (completion.maxTokens !== undefined) {
    await request.getByRole('spinbutton', { name: 'Max tokens' }).fill(String(completion.maxTokens));
  }
  await button(request, 'Approve').click();
  await writeAnswer(window, server, completion.answer);
}

/** In the second dialog: writes the answer and sends it. */
export async function writeAnswer(window: Page, server: string, answer: string): Promise<void> {
  const review = reviewDialog(window, server);
  await review.getByRole('textbox', { name: 'Answer', exact: true }).fill(answer);
  await button(review, 'Send').click();
  await expect(button(review, 'Send')).toBeHidden();
}

/** Fills a form and submits it. */
export async function submitForm(window: Page, server: string, entries: Entries): Promise<void> {
  const dialog = formDialog(window, server);
  await fillForm(dialog, entries);
  await button(dialog, 'Submit').click();
  await expect(button(dialog, 'Submit')).toBeHidden();
}
