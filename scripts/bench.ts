/**
 * Measures Gatehouse against a bare client and an empty app, in turns in one run.
 *
 *   npm run bench -- [--json FILE] [--profile FOLDER] [SECTION ...]
 *
 * Without sections all are measured. `--json` writes the medians; lines for the person go to stdout. `--profile` keeps
 * V8 CPU profiles of both sides of `reverse`, `call` and `big`.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Results, Section, SectionName, SectionOptions } from '../bench/lib/section.ts';
import { ensureBuilt } from './lib/build.ts';
import { executableFor, findRuntime } from './lib/electron-runtime.ts';
import { PROJECT_ROOT } from './lib/project.ts';
import { describeTrouble, main, say, Trouble } from './lib/trouble.ts';
import { runWithWindow } from './lib/window-run.ts';

const OUTPUT = 'test-results/bench-window.json';

/** Measured in a real window. */
const IN_WINDOW = ['startup', 'memory', 'form', 'input', 'inbox'] as const satisfies readonly SectionName[];

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
  let failed = false;
  /** What fails costs itself only: the others are measured and written. */
  const attempt = async (body: () => Promise<void>) => {
    try {
      await body();
    } catch (error) {
      say(describeTrouble(error));
      if (process.env.GATEHOUSE_DEBUG === '1') console.error(error);
      failed = true;
    }
  };
  for (const name of names) await attempt(() => measure(name, results, options));
  const inWindow = IN_WINDOW.filter((name) => names.includes(name));
  if (inWindow.length > 0) await attempt(() => measureInWindow(inWindow, results));
  const text = `${JSON.stringify(results, null, 2)}\n`;
  if (values.json === undefined) process.stdout.write(text);
  else fs.writeFileSync(values.json, text);
  return failed ? 1 : 0;
});

async function measure<N extends SectionName>(
  name: N,
  results: Partial<Results>,
  options: SectionOptions,
): Promise<void> {
  const section = await SECTIONS[name]?.();
  if (section) results[name] = await section(options);
}

/** Where a window can open, as an ordinary user. The empty app gets an Electron of its own beside it. */
async function measureInWindow(names: readonly SectionName[], results: Partial<Results>): Promise<void> {
  await ensureBuilt();
  const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-empty-'));
  const output = path.join(PROJECT_ROOT, OUTPUT);
  fs.rmSync(output, { force: true });
  try {
    fs.chmodSync(empty, 0o755);
    fs.cpSync(path.join(PROJECT_ROOT, 'bench', 'empty-app'), empty, { recursive: true });
    const code = await runWithWindow({
      args: ['bench/window/index.ts', OUTPUT, ...names],
      results: [OUTPUT],
      env: {
        GATEHOUSE_BENCH_EMPTY: empty,
        GATEHOUSE_BENCH_EMPTY_ELECTRON: executableFor(await findRuntime(), empty),
      },
    });
    if (fs.existsSync(output)) Object.assign(results, JSON.parse(fs.readFileSync(output, 'utf8')));
    if (code !== 0) throw new Trouble('A measurement in a window failed.', 'The reason stands above.');
  } finally {
    fs.rmSync(empty, { recursive: true, force: true });
  }
}

function chosen(words: readonly string[]): SectionName[] {
  const all = [...(Object.keys(SECTIONS) as SectionName[]), ...IN_WINDOW];
  const odd = words.find((word) => !all.some((name) => name === word));
  if (odd !== undefined) {
    throw new Trouble(`There is no section "${odd}".`, `Choose from: ${all.join(', ')}.`);
  }
  return words.length === 0 ? all : all.filter((name) => words.includes(name));
}
