import { type ChildProcess, spawn } from 'node:child_process';
import { RUN_MARKER } from './environment.ts';
import { WINDOW_LIBRARIES } from './marked.ts';

/**
 * Ends what it was told of when its stdin ends: when we are killed outright, nothing else would. What obeys the end of
 * its own stdin has a second to go by itself. A group is taken off the list as soon as it is empty, so that its number
 * is never used for somebody else. `=<id>` stands for the processes marked with that start (Linux, with a grep that
 * knows `-z`).
 */
const SCRIPT = `
list=
end() {
  for it in $list; do
    case $it in
      =*) grep -lzxF -e "${RUN_MARKER}$it" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
        grep -qE '${WINDOW_LIBRARIES}' "/proc/$pid/maps" || kill -s $1 "$pid"
      done ;;
      *) kill -s $1 -- "-$it" ;;
    esac
  done 2>/dev/null
}
while read -r op it; do
  case $op in
    add) list="$list $it" ;;
    del) rest=; for i in $list; do [ "$i" = "$it" ] || rest="$rest $i"; done; list=$rest ;;
  esac
done
[ -n "$list" ] || exit 0
sleep 1
end TERM
sleep 1
end KILL
`;

let dog: ChildProcess | undefined;

/** One for the whole process, started with the first server; POSIX only. Without it everything else still works. */
function watch(): ChildProcess | undefined {
  if (dog && dog.exitCode === null && dog.signalCode === null) return dog;
  dog = spawn('/bin/sh', ['-c', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Signals meant for our own group must not end it, and it must not hold a folder.
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
  dog.on('error', () => undefined);
  dog.stdin?.on('error', () => undefined);
  dog.unref();
  (dog.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return dog;
}

function tell(line: string): void {
  dog?.stdin?.write(`${line}\n`);
}

/** Has the process group of `pid` ended should this process die without a chance to do it. Nothing on Windows. */
export function watchGroup(pid: number): void {
  if (process.platform !== 'win32' && watch()) tell(`add ${pid}`);
}

/** The group of `pid` has ended. */
export function unwatchGroup(pid: number): void {
  tell(`del ${pid}`);
}

/** The same for what carries the marker of this start, wherever it is. Linux only. */
export function watchRun(run: string): void {
  if (process.platform === 'linux' && watch()) tell(`add =${run}`);
}

/** Nobody of this start is left. */
export function unwatchRun(run: string): void {
  tell(`del =${run}`);
}
