/**
 * Measures Gatehouse against a bare client and an empty app, in turns in one run.
 *
 *   npm run bench -- [--json FILE] [--profile FOLDER] [SECTION ...]
 *
 * Without sections all are measured. `--json` writes the medians; lines for the person go to stdout. `--profile` keeps
 * V8 CPU profiles of both sides of `reverse`, `call` and `big`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Results, Section, SectionName, SectionOptions } from '../bench/lib/section.ts';
import { main, Trouble } from './lib/trouble.ts';

/** Loaded only when it is asked for: a section brings the whole host along. */
const SECTIONS: { readonly [N in SectionName]?: () => Promise<Section<N>> } = {
  reverse: async () => (await import('../bench/sections/reverse.ts')).reverse,
  call: async () => (await import('../bench/sections/call.ts')).call,
  big: async () => (await import('../bench/sections/big.ts')).big,
  close: async () => (await import('../bench/sections/close.ts')).close,
  journal: async () => (await import('../bench/sections/journal.ts')).journal,
};

await main(async () => {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { json: { type: 'string' }, profile: { type: 'string' } },
  });
  const names = chosen(positionals);
  const options: SectionOptions = {
    say: (line) => console.log(line),
    ...(values.profile === undefined ? {} : { profile: path.resolve(values.profile) }),
  };
  const results: Partial<Results> = {};
  for (const name of names) await measure(name, results, options);
  const text = `${JSON.stringify(results, null, 2)}\n`;
  if (values.json === undefined) process.stdout.write(text);
  else fs.writeFileSync(values.json, text);
  return 0;
});

async function measure<N extends SectionName>(
  name: N,
  results: Partial<Results>,
  options: SectionOptions,
): Promise<void> {
  const section = await SECTIONS[name]?.();
  if (section) results[name] = await section(options);
}

function chosen(words: readonly string[]): SectionName[] {
  const all = Object.keys(SECTIONS) as SectionName[];
  const odd = words.find((word) => !Object.hasOwn(SECTIONS, word));
  if (odd !== undefined) {
    throw new Trouble(`There is no section "${odd}".`, `Choose from: ${all.join(', ')}.`);
  }
  return words.length === 0 ? all : all.filter((name) => words.includes(name));
}
