/**
 * The sections that need a window; `scripts/bench.ts` starts this where one can open.
 *
 *   node bench/window/index.ts OUTPUT SECTION ...
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Results, SectionOptions } from '../lib/section.ts';
import { form } from './form.ts';
import { inbox } from './inbox.ts';
import { memory } from './memory.ts';
import { startup } from './startup.ts';

const [output = '', ...names] = process.argv.slice(2);
const options: SectionOptions = { say: (line) => console.log(line) };
const results: Partial<Results> = {};
if (names.includes('startup')) results.startup = await startup(options);
if (names.includes('memory')) results.memory = await memory(options);
if (names.includes('form')) results.form = await form(options);
if (names.includes('inbox')) results.inbox = await inbox(options);
mkdirSync(path.dirname(output), { recursive: true });
writeFileSync(output, JSON.stringify(results));
