import { readArgs, USAGE, UsageError } from './args.ts';
import { EXIT } from './exit.ts';
import { emit, onReaderGone } from './output.ts';
import { run } from './run.ts';

/** `node out/main/headless.js`: the host without a window. Events on stdout, everything else on stderr. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stderr.write(USAGE);
    return EXIT.ok;
  }
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error('interrupted'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  onReaderGone(interrupt);
  let fault: unknown;
  const onFault = (error: unknown) => {
    fault ??= error;
    // What runs is ended in order even now, so that no process of the server is left.
    interrupt();
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
  try {
    const code = await run(readArgs(argv), interrupted.signal);
    if (fault === undefined) return code;
  } catch (error) {
    if (error instanceof UsageError) {
      emit({ event: 'error', code: 'usage', message: error.message });
      process.stderr.write(`${error.message}\nRun with --help to see how it is used.\n`);
      return EXIT.usage;
    }
    fault ??= error;
  }
  process.stderr.write(`${fault instanceof Error ? fault.stack : String(fault)}\n`);
  emit({ event: 'error', code: 'internal', message: 'Gatehouse could not finish this; see stderr.' });
  return EXIT.failed;
}

process.exit(await main(process.argv.slice(2)));
