/**
 * The sections that need a window; `scripts/bench.ts` starts this where one can open.
 *
 *   node bench/window/index.ts OUTPUT SECTION ...
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Results, Section, SectionName, SectionOptions } from '../lib/section.ts';
import { form } from './form.ts';
import { inbox } from './inbox.ts';
import { input } from './input.ts';
import { memory } from './memory.ts';
import { startup } from './startup.ts';

const [output = '', ...names] = process.argv.slice(2);
const options: SectionOptions = { say: (line) => console.log(line) };
const results: Partial<Results> = {};
mkdirSync(path.dirname(output), { recursive: true });

await measure('startup', startup);
await measure('memory', memory);
await measure('form', form);
await measure('input', input);
await measure('inbox', inbox);

/** What fails costs itself only: the others are measured, and written as they come. */
async function measure<N extends SectionName>(name: N, section: Section<N>): Promise<void> {
  if (!names.includes(name)) return;
  try {
    results[name] = await section(options);
  } catch (error) {
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
  writeFileSync(output, JSON.stringify(results));
}
