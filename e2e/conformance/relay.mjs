/**
 * What `npm run conformance` gives the suite as its client. The suite starts all scenarios at once; this one starts in no
 * time and hands its job to the one process in which the host is already loaded (`scripts/conformance.ts`).
 */
import { request } from 'node:http';

const { MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT, GATEHOUSE_CONFORMANCE_PORT } = process.env;
const port = Number(GATEHOUSE_CONFORMANCE_PORT);
const job = request({ host: '127.0.0.1', port, method: 'POST' }, (answer) => {
  answer.pipe(process.stdout);
  answer.on('end', () => {
    process.exitCode = answer.trailers['x-outcome'] === 'good' ? 0 : 1;
  });
});
job.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
job.end(JSON.stringify({ MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT, url: process.argv.at(-1) }));
