/**
 * A client for the MCP conformance suite: a real host with a person in front of it who does what the scenario needs.
 *
 *   conformance client --command "node e2e/conformance/client.ts" --scenario tools_call
 *
 * The suite names the scenario in MCP_CONFORMANCE_SCENARIO, gives data for it in MCP_CONFORMANCE_CONTEXT and adds the
 * server's URL. Exit code 0 when all went well, else 1.
 */
import { jobOf, runScenario } from './scenario.ts';

/** The suite gives up after 30 s, without a word about what was waited for. */
const LIMIT_MS = 28_000;

const job = jobOf(process.env, process.argv.at(-1) ?? '');
const good = await runScenario(job, console.log, AbortSignal.timeout(LIMIT_MS));
process.exit(good ? 0 : 1);
