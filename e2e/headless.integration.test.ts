/** The headless command beside its calls: lists, prompts, resources, configurations and the journal. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../src/main/host/journal/open.ts';
import { demoPlace } from './lib/demo-place.ts';
import { demoAt, demoStdio, demoWords, type Event, headless, plot, rawCommand } from './lib/headless.ts';

const { place, demoHttp } = demoPlace();

const DEPLOYMENT = { environment: 'staging', confirm: true };

describe('list, get and probe', () => {
  it('lists four kinds', async () => {
    const expected = {
      tools: 'deploy',
      prompts: 'release_notes',
      resources: 'notes',
      templates: 'note',
    };
    for (const [kind, name] of Object.entries(expected)) {
      const run = await headless(['list', ...demoAt(place.dir, 'modern'), kind]);
      expect(run.code).toBe(0);
      expect(plot(run.events)).toEqual(['connected', 'items']);
      expect(run.one('items')).toMatchObject({ kind, problems: [] });
      expect(run.one('items').items.map((item: { name: string }) => item.name)).toContain(name);
    }
  });

  it('lists what can be used, and says what cannot', async () => {
    const tools = [{ name: 'good', inputSchema: { type: 'object' } }, { title: 'no name' }, 7];
    const run = await headless(['list', '--stdio', rawCommand({ tools }), 'tools']);
    expect(run.code).toBe(0);
    expect(run.one('items').items).toEqual([{ name: 'good', inputSchema: { type: 'object' } }]);
    expect(run.one('items').problems).toHaveLength(2);
  });

  it('gets a prompt and a resource', async () => {
    for (const at of [demoAt(place.dir, 'legacy'), demoAt(demoHttp.url, 'modern')]) {
      const prompt = await headless([
        'get',
        ...at,
        '--prompt',
        'release_notes',
        '--args',
        '{"version":"2.0"}',
      ]);
      expect(prompt.code).toBe(0);
      expect(prompt.one('call')).toMatchObject({ method: 'prompts/get', name: 'release_notes' });
      expect(prompt.one('result').result.messages[0].content.text).toContain('version 2.0');
      const resource = await headless(['get', ...at, '--resource', 'demo://notes/garden']);
      expect(resource.code).toBe(0);
      expect(resource.one('call')).toMatchObject({ method: 'resources/read', name: 'demo://notes/garden' });
      expect(resource.one('result')).toMatchObject({ isError: false });
      expect(resource.one('result').result.contents[0].text).toContain('Roof garden');
    }
  });

  it.each([
    ['--prompt', 'prompts/get', { messages: [] }],
    ['--resource', 'resources/read', { contents: [] }],
  ])('E41 answers what a server asks in reply to get %s', async (flag, method, reply) => {
    const question = {
      method: 'elicitation/create',
      params: { message: 'Name?', requestedSchema: { type: 'object' } },
    };
    const scenario = {
      capabilities: { prompts: {}, resources: {} },
      on: {
        [method]: {
          rounds: [
            [{ inputRequired: { inputRequests: { name: question }, requestState: '' } }],
            [{ reply: { ...reply, _meta: { params: '$params' } } }],
          ],
        },
      },
    };
    const file = place.file({ elicitation: [{ action: 'accept' }] });
    const run = await headless([
      'get',
      '--stdio',
      rawCommand(scenario, 'modern'),
      flag,
      'x://y',
      '--answers',
      file,
    ]);
    expect(run.code).toBe(0);
    // The state byte for byte, also when it is empty.
    expect(run.one('result').result._meta.params).toMatchObject({
      requestState: '',
      inputResponses: { name: { action: 'accept', content: {} } },
    });
  });

  it('probes', async () => {
    const run = await headless(['probe', ...demoAt(demoHttp.url, 'legacy')]);
    expect(run.code).toBe(0);
    expect(plot(run.events)).toEqual(['connected']);
    expect(run.one('connected').clientCapabilities).toEqual({});
  });

  it('finds the era by itself', async () => {
    const modern = await headless(['probe', '--stdio', demoStdio()]);
    expect(modern.one('connected').era).toBe('modern');
    const legacy = await headless(['probe', '--stdio', rawCommand({ protocolVersion: '2024-11-05' })]);
    expect(legacy.one('connected')).toMatchObject({ era: 'legacy', protocolVersion: '2024-11-05' });
  });
});

describe('what a server asks', () => {
  it('while it connects is told after `connected`', async () => {
    const scenario = { on: { initialize: [{ request: { id: 'early', method: 'roots/list' } }] } };
    const file = place.file({ roots: [] });
    const at = ['--stdio', rawCommand(scenario), '--era', 'legacy'];
    const run = await headless(['list', 'tools', ...at, '--answers', file]);
    expect(run.code).toBe(0);
    expect(plot(run.events)).toEqual(['connected', 'reverse', 'answer', 'items']);
    expect(run.one('reverse').cause).toEqual({ callId: null, certainty: 'none', candidates: [] });
  });

  it('B11 B13 in a loop with tools is answered turn by turn, a list only where tools were given', async () => {
    const tools = [{ name: 'look', inputSchema: { type: 'object' } }];
    const user = { role: 'user', content: { type: 'text', text: 'How warm is it?' } };
    const use = { type: 'tool_use', id: 'u1', name: 'look', input: { at: 'window' } };
    const found = { type: 'tool_result', toolUseId: 'u1', content: [{ type: 'text', text: '21 degrees' }] };
    const messages = [user, { role: 'assistant', content: [use] }, { role: 'user', content: [found] }];
    const sample = (id: string, params: unknown) => ({
      ask: { id, method: 'sampling/createMessage', params: { maxTokens: 9, ...(params as object) } },
    });
    const scenario = {
      onCall: {
        t: [
          sample('first', { messages: [user], tools, toolChoice: { mode: 'required' } }),
          sample('second', { messages, tools }),
          sample('plain', { messages: [user] }),
        ],
      },
    };
    const file = place.file({
      sampling: [
        { when: { prompt: '21 degrees' }, respond: { text: 'Warm.' } },
        { respond: { content: [{ type: 'text', text: 'I look.' }, use], stopReason: 'toolUse', model: 'm' } },
      ],
    });
    const run = await headless(['call', '--stdio', rawCommand(scenario), '--tool', 't', '--answers', file]);
    expect(run.code).toBe(0);
    expect(run.one('connected').clientCapabilities).toEqual({ sampling: { tools: {} } });
    const answers = run.one('result').result.structuredContent.answers;
    expect(answers.map((answer: Event) => answer.result.content)).toEqual([
      [{ type: 'text', text: 'I look.' }, use],
      { type: 'text', text: 'Warm.' },
      { type: 'text', text: 'I look.' },
    ]);
    expect(answers[0].result).toMatchObject({ stopReason: 'toolUse', model: 'm' });
  });
});

describe('--server NAME --config FILE', () => {
  const stdio = () => {
    const [command, ...args] = demoWords();
    return { command, args, env: { GATEHOUSE_DEMO_HOME: place.dir } };
  };
  it.each<[string, () => unknown]>([
    ['mcpServers', () => ({ mcpServers: { demo: stdio(), other: { command: 'false' } } })],
    ['servers, with a type', () => ({ servers: { demo: { type: 'stdio', ...stdio() } } })],
    ['context_servers', () => ({ context_servers: { demo: { source: 'custom', ...stdio() } } })],
    ['settings of an editor', () => ({ mcp: { servers: { demo: stdio() } } })],
    ['the bare map', () => ({ demo: stdio() })],
    ['a URL', () => ({ mcpServers: { demo: { url: demoHttp.url } } })],
  ])('%s', async (_shape, config) => {
    const run = await headless(['probe', '--server', 'demo', '--config', place.file(config())]);
    expect(run.code).toBe(0);
    expect(run.one('connected')).toMatchObject({ server: { name: 'gatehouse-demo' }, era: 'modern' });
  });

  it('goes by the name we gave it in `when`, and keeps the settings of the file', async () => {
    const entry = { ...stdio(), gatehouse: { era: 'legacy', switches: { roots: false } } };
    const config = place.file({ mcpServers: { 'my demo': entry } });
    const file = place.file({
      roots: [],
      elicitation: [
        { when: { server: 'gatehouse-demo' }, action: 'decline' },
        { when: { server: '^my demo$' }, action: 'accept', content: DEPLOYMENT },
      ],
    });
    const run = await headless([
      'call',
      '--server',
      'my demo',
      '--config',
      config,
      '--tool',
      'deploy',
      '--answers',
      file,
    ]);
    expect(run.code).toBe(0);
    expect(run.one('connected')).toMatchObject({
      era: 'legacy',
      clientCapabilities: { elicitation: { form: {}, url: {} } },
    });
    expect(run.one('answer').outcome).toBe('accepted');
  });
});

describe('what a server says beside its answers', () => {
  it('is an event each: log, progress, stderr, and a warning for noise', async () => {
    const scenario = {
      capabilities: { logging: {}, tools: {} },
      onCall: {
        talk: [
          { stderr: 'on the other pipe\n' },
          { line: 'npm notice: hello\n' },
          { notify: { method: 'notifications/message', params: { level: 'error', data: { a: 1 } } } },
          {
            notify: {
              method: 'notifications/progress',
              params: { progressToken: '$progressToken', progress: 0.5, total: 1, message: 'half' },
            },
          },
          { reply: { content: [] } },
        ],
      },
    };
    const run = await headless(['call', '--stdio', rawCommand(scenario), '--tool', 'talk']);
    expect(run.code).toBe(0);
    expect(run.one('stderr').text).toBe('on the other pipe');
    expect(run.one('log').text).toContain('{"a":1}');
    expect(run.one('progress')).toEqual({
      event: 'progress',
      callId: 1,
      progress: 0.5,
      total: 1,
      message: 'half',
    });
    expect(run.one('warning').message).toContain('npm notice: hello');
  });
});

describe('--journal FILE', () => {
  it('can be read afterwards, and goes on in the next run', async () => {
    const file = path.join(place.dir, 'kept', 'journal.db');
    const answers = place.file({
      roots: [],
      elicitation: [
        { when: { message: '^Where' }, action: 'accept', content: { destination: 'Ghent' } },
        { action: 'accept' },
      ],
      sampling: [{ respond: { text: 'Anything.' } }],
    });
    const at = [...demoAt(place.dir, 'modern'), '--answers', answers, '--journal', file];
    const args = ['call', ...at, '--tool', 'plan_trip'];
    expect((await headless(args)).code).toBe(0);
    const second = await headless(args);
    expect(second.one('call').callId).toBe(2);
    expect(second.all('reverse')[0]?.id).toBe('r-6');
    const { journal, problem } = openJournal(file);
    try {
      expect(problem).toBeUndefined();
      const { entries } = journal.page({ limit: 100 });
      const ofFirst = entries.filter((entry) => entry.callId === 1).map((entry) => entry.type);
      expect(ofFirst.toSorted()).toEqual(
        [
          'call-started',
          ...Array(5).fill('reverse'),
          // Each question is decided, and the answers leave with their rounds.
          ...Array(5).fill('decision'),
          ...Array(5).fill('answer'),
          'disclosure',
          'call-ended',
        ].toSorted(),
      );
    } finally {
      journal.close();
    }
  });

  it('a damaged one is kept aside, and said', async () => {
    const file = path.join(place.dir, 'damaged.db');
    writeFileSync(file, 'this is not a database, whatever its name says'.repeat(100));
    const run = await headless(['probe', '--stdio', demoStdio(), '--journal', file]);
    expect(run.code).toBe(0);
    expect(run.one('warning').message).toMatch(/^The journal was damaged; it was kept as /);
  });
});
