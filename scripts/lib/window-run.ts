import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Companion } from './companion.ts';
import { type Display, startBus, startDisplay } from './display.ts';
import { executableFor, findRuntime } from './electron-runtime.ts';
import { endLeftovers, RUN_MARK } from './leftovers.ts';
import { mustHaveSandbox, ordinaryPerson, type Person } from './person.ts';
import { makeStage } from './stage.ts';
import { ensureLibraries, ensureLoadable } from './system.ts';
import { say } from './trouble.ts';

/** A Node program that opens windows: the e2e suite, the tour, the smoke test of the package. */
export interface WindowRun {
  /** Arguments for Node; files are relative to the project. */
  args: readonly string[];
  /** Folders (relative to the project) that the program writes and the person wants to see. */
  results: readonly string[];
  /** Folders (relative to the project) that it needs besides the sources and the build. */
  brings?: readonly string[];
  /** More environment for it. */
  env?: Record<string, string>;
  /** Draw on the person's own screen instead of a virtual one. */
  showOnScreen?: boolean;
}

/** Variables that pass from the caller to the program; everything else stays outside. */
const PASSED_ON =
  /^(CI|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|LANG|LANGUAGE|LC_[A-Z]+|TZ|SOURCE_DATE_EPOCH|DEBUG|PW[A-Z_]*|PLAYWRIGHT_[A-Z_]+|GATEHOUSE_[A-Z_]+)$/;
const SCREEN_VARIABLES = /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_[A-Z_]+|DBUS_SESSION_BUS_ADDRESS)$/;

/**
 * Runs `node <args>` where real windows can open: as an ordinary user, on a virtual display, with a private run-time
 * folder and message bus, and `GATEHOUSE_ELECTRON` set to the executable that loads this project. Afterwards the
 * results are brought back and every process of the run is ended. Gives the program's exit code.
 */
export async function runWithWindow(run: WindowRun): Promise<number> {
  const virtual = process.platform === 'linux' && !run.showOnScreen;
  const runtime = await findRuntime();
  await ensureLibraries({ virtualDisplay: virtual });
  const person = await ordinaryPerson();
  await mustHaveSandbox(person);
  const stage = await makeStage(person, run.brings ?? []);
  const mark = randomUUID();
  const scratch = makeScratch(person);
  let display: Display | undefined;
  let bus: Companion | undefined;
  try {
    const executable = executableFor(runtime, stage.root);
    await ensureLoadable(executable);
    if (virtual) {
      display = await startDisplay(person, scratch);
      bus = await startBus(person);
    }
    const env = {
      ...environment(process.env, person, stage.root, virtual),
      ...(virtual ? { XDG_RUNTIME_DIR: path.join(scratch, 'run'), TMPDIR: path.join(scratch, 'tmp') } : {}),
      ...display?.env,
      ...(bus ? { DBUS_SESSION_BUS_ADDRESS: bus.line } : {}),
      ...run.env,
      GATEHOUSE_ELECTRON: executable,
      [RUN_MARK]: mark,
    };
    return await inForeground(nodeIn(stage.root), run.args, { cwd: stage.root, env, ...person.ids });
  } finally {
    const left = await endLeftovers(mark);
    if (left > 0) say(`Ended ${left} ${left === 1 ? 'process' : 'processes'} that the run left behind.`);
    await bus?.close();
    await display?.close();
    stage.bringBack(run.results);
    stage.remove();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

function makeScratch(person: Person): string {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-'));
  for (const folder of [scratch, path.join(scratch, 'run'), path.join(scratch, 'tmp')]) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (person.ids) fs.chownSync(folder, person.ids.uid, person.ids.gid);
  }
  return scratch;
}

/** The Node that runs these scripts, as the copy in the stage where there is one (its own path may be closed). */
function nodeIn(stage: string): string {
  const local = path.join(stage, 'node_modules', '.bin', 'node');
  return fs.existsSync(local) ? local : process.execPath;
}

/** The environment a run starts with. Root's own PATH is not passed on: its folders may be closed to others. */
export function environment(
  from: Readonly<Record<string, string | undefined>>,
  person: Person,
  stage: string,
  virtual: boolean,
): Record<string, string> {
  const kept = Object.entries(from).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (PASSED_ON.test(entry[0]) || (!virtual && SCREEN_VARIABLES.test(entry[0]))),
  );
  const system = person.ids
    ? ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']
    : [from.PATH ?? ''];
  return {
    ...(process.platform === 'win32' ? windowsBasics(from) : {}),
    ...Object.fromEntries(kept),
    PATH: [path.join(stage, 'node_modules', '.bin'), ...system].join(path.delimiter),
    HOME: person.home,
    USER: person.name,
    LOGNAME: person.name,
    SHELL: person.shell,
  };
}

function windowsBasics(from: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(from).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Runs a command in the terminal; Ctrl-C and a polite kill reach it, and we wait for it to end. */
function inForeground(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
    const pass = (name: NodeJS.Signals) => child.kill(name);
    const done = () => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(name, pass);
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, pass);
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('close', (code) => {
      done();
      resolve(code ?? 1);
    });
  });
}
