import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { CallView } from '../../../shared/model/call.ts';
import type { QuestionAnswer, QuestionView } from '../../../shared/model/reverse-call.ts';

/** The app in a process of its own (host-process.ts), to be killed by a test. */
export interface AppProcess {
  readonly child: ChildProcess;
  /** The first question, as it is now, that satisfies `which`. */
  question(which: (q: QuestionView) => boolean): Promise<QuestionView>;
  /** The first state of the call, of those that showed, that satisfies `which`. */
  call(which: (call: CallView) => boolean): Promise<CallView>;
  say(id: string, said: { answer?: QuestionAnswer; draft?: unknown }): void;
  kill(): Promise<void>;
}

/** Starts it on a data folder whose server `s` has this tool, and runs the tool. */
export function startApp(dataDir: string, tool: string): AppProcess {
  const script = path.join(import.meta.dirname, 'host-process.ts');
  const child = spawn(process.execPath, [script, dataDir, tool], { stdio: ['pipe', 'pipe', 'inherit'] });
  const questions = new Map<string, QuestionView>();
  const calls: CallView[] = [];
  const watchers = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { collection, value } = JSON.parse(line);
    if (collection === 'questions') questions.set(value.id, value);
    else calls.push(value);
    for (const watcher of [...watchers]) watcher();
  });
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = () => {
        const found = look();
        if (found === undefined) return;
        watchers.delete(check);
        resolve(found);
      };
      watchers.add(check);
      check();
    });
  return {
    child,
    question: (which) => until(() => [...questions.values()].find(which)),
    call: (which) => until(() => calls.find(which)),
    say: (id, said) => void child.stdin.write(`${id} ${JSON.stringify(said)}\n`),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
