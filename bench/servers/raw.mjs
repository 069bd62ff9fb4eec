/**
 * A server without an SDK, as fast as a stdio server can be, so that a measurement is about the client. Legacy era.
 * Tools: `echo`; `ask` makes `count` reverse calls of one `kind`, one after another, and gives the nanoseconds that all
 * of them took, from the first byte out to the last byte in; `big` answers with `mb` megabytes of text;
 * `wide` asks with 2,000 fields under a megabyte of description; `form` asks again and again, each time saying when, until 44 forms have been answered; `flood` asks 1,000 questions
 * and never ends.
 *
 * With `--stubborn` it ignores SIGTERM and the end of stdin. It ends by itself after ten minutes, whatever happens.
 */
const stubborn = process.argv.includes('--stubborn');
const LIFE_MS = stubborn ? 60_000 : 600_000;

/** What a reverse call of each kind sends: small, but not empty. */
const ASKS = {
  elicitation: {
    method: 'elicitation/create',
    params: {
      message: 'Where shall it go?',
      requestedSchema: {
        type: 'object',
        properties: {
          environment: { type: 'string', enum: ['staging', 'production'] },
          confirm: { type: 'boolean' },
        },
        required: ['environment', 'confirm'],
      },
    },
  },
  sampling: {
    method: 'sampling/createMessage',
    params: {
      messages: [{ role: 'user', content: { type: 'text', text: 'One word, please.' } }],
      maxTokens: 16,
    },
  },
  roots: { method: 'roots/list', params: {} },
};

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** Continues the run of `ask` with the answer to its last request. */
let onAnswer;
let asked = 0;

function ask(id, { kind, count }) {
  const { method, params } = ASKS[kind];
  let left = count;
  const began = process.hrtime.bigint();
  const next = () => {
    asked += 1;
    send({ id: `ask-${asked}`, method, params });
  };
  onAnswer = (answer) => {
    const good = answer.result && (kind !== 'elicitation' || answer.result.action === 'accept');
    if (!good) {
      finish(id, { failed: JSON.stringify(answer.error ?? answer.result) });
      return;
    }
    left -= 1;
    if (left > 0) next();
    else finish(id, { ns: Number(process.hrtime.bigint() - began) });
  };
  next();
}

const FORMS = 44;
/** Between two forms the client comes to rest. */
const REST_MS = 150;

function form(id) {
  let left = FORMS;
  const next = () => {
    asked += 1;
    const { params } = ASKS.elicitation;
    const at = performance.timeOrigin + performance.now();
    send({
      id: `ask-${asked}`,
      method: 'elicitation/create',
      params: { ...params, message: `Where shall it go? (sent at ${at})` },
    });
  };
  onAnswer = () => {
    left -= 1;
    if (left > 0) setTimeout(next, REST_MS);
    else finish(id, { forms: FORMS });
  };
  next();
}

/** Five kinds of field in turns, and a pattern that backtracking engines stall on. */
function field(i) {
  switch (i % 5) {
    case 0:
      return [`text${i}`, { type: 'string', title: `Text ${i}`, maxLength: 100, pattern: '^(a+)+$' }];
    case 1:
      return [
        `number${i}`,
        { type: 'integer', title: `Number ${i}`, minimum: 0, description: `The ${i}th.` },
      ];
    case 2:
      return [`answer${i}`, { type: 'boolean', title: `Answer ${i}` }];
    case 3:
      return [
        `choice${i}`,
        {
          type: 'string',
          title: `Choice ${i}`,
          enum: ['a', 'b', 'c'],
          enumNames: ['Option 0', 'Option 1', 'Option 2'],
        },
      ];
    default:
      return [
        `list${i}`,
        {
          type: 'string',
          title: `List ${i}`,
          enum: Array.from({ length: 40 }, (_, n) => `Entry ${n}`),
        },
      ];
  }
}

function wide(id) {
  const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => field(i)));
  const required = Object.keys(properties).filter((name) => name.startsWith('answer'));
  const description = 'A line of a very long text. '.repeat(40_000).slice(0, 1_000_000);
  asked += 1;
  onAnswer = () => finish(id, {});
  const requestedSchema = { type: 'object', description, properties, required };
  send({
    id: `ask-${asked}`,
    method: 'elicitation/create',
    params: { message: 'All of it.', requestedSchema },
  });
}

function flood() {
  for (let i = 0; i < 1000; i += 1) {
    asked += 1;
    send({ id: `ask-${asked}`, ...ASKS.elicitation });
  }
}

function finish(id, structuredContent) {
  onAnswer = undefined;
  send({ id, result: { content: [], structuredContent } });
}

function call(id, { name, arguments: args }) {
  switch (name) {
    case 'ask':
      ask(id, args);
      break;
    case 'form':
      form(id);
      break;
    case 'wide':
      wide(id);
      break;
    case 'flood':
      flood();
      break;
    case 'big':
      send({ id, result: { content: [{ type: 'text', text: 'x'.repeat(args.mb * 1_000_000) }] } });
      break;
    case 'pids':
      finish(id, { pids: [process.ppid, process.pid] });
      break;
    default:
      send({ id, result: { content: [{ type: 'text', text: args.text }] } });
  }
}

function take(message) {
  const { id, method, params } = message;
  if (id === undefined) return;
  if (method === undefined) onAnswer?.(message);
  else if (method === 'tools/call') call(id, params);
  else if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'raw', version: '1.0.0' };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    const tool = (name) => ({ name, inputSchema: { type: 'object' } });
    send({ id, result: { tools: ['echo', 'ask', 'big', 'pids', 'form', 'wide', 'flood'].map(tool) } });
  } else if (method === 'ping') send({ id, result: {} });
  else send({ id, error: { code: -32601, message: 'Method not found' } });
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) if (line !== '') take(JSON.parse(line));
});
process.stdin.on('end', () => {
  if (!stubborn) process.exit(0);
});
if (stubborn) process.on('SIGTERM', () => {});
setTimeout(() => process.exit(0), LIFE_MS);
