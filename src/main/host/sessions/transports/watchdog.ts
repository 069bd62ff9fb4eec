import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends the groups it was told of when its stdin ends: when we are killed outright, nothing else would. What obeys the end
 * of its own stdin has a second to go by itself. A group is taken off the list as soon as it is empty, so that its number
 * is never used for somebody else.
 */
const SCRIPT = `
groups=
while read -r op group; do
  case $op in
    add) groups="$groups $group" ;;
    del) rest=; for g in $groups; do [ "$g" = "$group" ] || rest="$rest $g"; done; groups=$rest ;;
  esac
done
[ -n "$groups" ] || exit 0
sleep 1
for g in $groups; do kill -s TERM -- "-$g" 2>/dev/null; done
sleep 1
for g in $groups; do kill -s KILL -- "-$g" 2>/dev/null; done
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

/** Has the process group of `pid` ended should this process die without a chance to do it. Nothing on Windows. */
export function watchGroup(pid: number): void {
  if (process.platform !== 'win32') watch()?.stdin?.write(`add ${pid}\n`);
}

/** The group of `pid` has ended. */
export function unwatchGroup(pid: number): void {
  if (process.platform !== 'win32' && dog) dog.stdin?.write(`del ${pid}\n`);
}
