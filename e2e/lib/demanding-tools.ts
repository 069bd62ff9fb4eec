/** Tools as servers at work describe them, with the habits of their generators, and arguments each of them takes. */
export const DEMANDING_TOOLS = [
  {
    name: 'create_issue',
    title: 'Create issue',
    description: 'Create a new issue in a repository.',
    example: { owner: 'a', repo: 'b', title: 'T', labels: ['x', 'y'], milestone: 3, state: 'closed' },
    inputSchema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        owner: { type: 'string', description: 'Repository owner' },
        repo: { type: 'string', description: 'Repository name' },
        title: { type: 'string', description: 'Issue title' },
        body: { type: 'string', description: 'Issue body content, in Markdown', maxLength: 65536 },
        assignees: { type: 'array', items: { type: 'string' }, description: 'Users to assign' },
        labels: { type: 'array', items: { type: 'string' } },
        milestone: { type: 'number', description: 'Milestone number' },
        state: { type: 'string', enum: ['open', 'closed'], default: 'open' },
      },
      required: ['owner', 'repo', 'title'],
      additionalProperties: false,
    },
  },
  {
    name: 'edit_file',
    title: 'Edit file',
    description: 'Make line-based edits to a text file. Each edit replaces exact lines with new ones.',
    example: { path: '/tmp/x', edits: [{ oldText: 'a\n', newText: '' }], dryRun: true },
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        edits: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: {
              oldText: { type: 'string', description: 'Text to search for - must match exactly' },
              newText: { type: 'string', description: 'Text to replace with' },
            },
            required: ['oldText', 'newText'],
            additionalProperties: false,
          },
        },
        dryRun: { type: 'boolean', default: false, description: 'Preview changes in git-style diff format' },
      },
      required: ['path', 'edits'],
    },
  },
  {
    name: 'browser_fill_form',
    title: 'Fill form',
    description: 'Fill several form fields of the page.',
    example: { fields: [{ name: 'Agree', type: 'checkbox', ref: 'e1', value: true }], modifiers: ['Alt'] },
    inputSchema: {
      type: 'object',
      properties: {
        fields: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string', description: 'Human-readable field name' },
              type: { type: 'string', enum: ['textbox', 'checkbox', 'radio', 'combobox', 'slider'] },
              ref: { type: 'string', description: 'Exact target field reference from the page snapshot' },
              value: { anyOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'number' }] },
            },
            required: ['name', 'type', 'ref', 'value'],
          },
        },
        modifiers: {
          type: 'array',
          items: { type: 'string', enum: ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'] },
        },
      },
      required: ['fields'],
    },
  },
  {
    name: 'query',
    title: 'Query database',
    description: 'Run a read-only SQL query.',
    example: {
      sql: 'select 1',
      params: [1, 'a', null, { b: [] }],
      connection: { port: 1, ssl: { ca: 'x' } },
    },
    inputSchema: {
      type: 'object',
      properties: {
        sql: { type: 'string', format: 'multiline', description: 'One statement, read-only' },
        params: { type: 'array', items: {}, description: 'Values for $1, $2, …' },
        connection: { $ref: '#/$defs/Connection' },
        timeout_ms: { type: 'integer', minimum: 1, maximum: 600000, default: 30000 },
        format: { enum: ['rows', 'csv', 'markdown'], default: 'rows' },
      },
      required: ['sql'],
      $defs: {
        Connection: {
          title: 'Connection',
          type: 'object',
          properties: {
            host: { type: 'string', default: 'localhost' },
            port: { type: 'integer', minimum: 1, maximum: 65535, default: 5432 },
            password: { type: 'string', description: 'Leave empty for peer authentication' },
            ssl: { anyOf: [{ type: 'boolean' }, { $ref: '#/$defs/Ssl' }] },
          },
        },
        Ssl: {
          type: 'object',
          title: 'TLS settings',
          properties: { ca: { type: 'string' }, rejectUnauthorized: { type: 'boolean' } },
        },
      },
    },
  },
  {
    name: 'search_nodes',
    title: 'Search nodes',
    description: 'A generated schema in the style of Python servers.',
    example: { query: 'q', limit: null, tags: ['a'], filters: { any: [1] }, order: 'newest' },
    inputSchema: {
      title: 'search_nodesArguments',
      type: 'object',
      properties: {
        query: { title: 'Query', type: 'string' },
        limit: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, title: 'Limit' },
        tags: {
          anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
          default: null,
          title: 'Tags',
        },
        filters: {
          anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
          default: null,
          title: 'Filters',
        },
        order: { allOf: [{ $ref: '#/$defs/Order' }], default: 'relevance' },
      },
      required: ['query'],
      $defs: { Order: { enum: ['relevance', 'newest', 'oldest'], title: 'Order', type: 'string' } },
    },
  },
  {
    name: 'create_event',
    title: 'Create event',
    description: 'Create a calendar event.',
    example: {
      summary: 'S',
      start: '2026-01-31T09:00:00+01:00',
      end: '2026-01-31T10:00:00Z',
      attendees: [{ email: 'a@example.com', optional: false }],
      reminders: { overrides: [{ method: 'popup', minutes: 5 }] },
    },
    inputSchema: {
      type: 'object',
      properties: {
        calendarId: { type: 'string', default: 'primary' },
        summary: { type: 'string', minLength: 1, maxLength: 200 },
        start: { type: 'string', format: 'date-time' },
        end: { type: 'string', format: 'date-time' },
        allDayOn: { type: 'string', format: 'date' },
        attendees: {
          type: 'array',
          maxItems: 50,
          items: {
            type: 'object',
            properties: { email: { type: 'string', format: 'email' }, optional: { type: 'boolean' } },
            required: ['email'],
          },
        },
        reminders: {
          type: 'object',
          properties: {
            useDefault: { type: 'boolean' },
            overrides: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  method: { type: 'string', enum: ['email', 'popup'] },
                  minutes: { type: 'integer', minimum: 0 },
                },
              },
            },
          },
        },
        meetingUrl: { type: 'string', format: 'uri' },
      },
      required: ['summary', 'start', 'end'],
    },
  },
  {
    name: 'http_request',
    title: 'HTTP request',
    description: 'Send an HTTP request.',
    example: { url: 'https://example.com/', headers: { accept: '*/*' }, body: { json: [1, { a: null }] } },
    inputSchema: {
      type: 'object',
      properties: {
        url: { type: 'string', format: 'uri' },
        method: {
          type: 'string',
          enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
          default: 'GET',
        },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        body: {
          oneOf: [
            { type: 'object', title: 'JSON', properties: { json: {} }, required: ['json'] },
            { type: 'object', title: 'Text', properties: { text: { type: 'string' } }, required: ['text'] },
            {
              type: 'object',
              title: 'Form',
              properties: { form: { type: 'object', additionalProperties: { type: 'string' } } },
              required: ['form'],
            },
          ],
        },
      },
      required: ['url'],
    },
  },
  {
    name: 'thinking',
    title: 'Sequential thinking',
    description: 'A step of thinking.',
    example: { thought: 'Hm', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    inputSchema: {
      type: 'object',
      properties: {
        thought: { type: 'string', description: 'Your current thinking step' },
        nextThoughtNeeded: { type: 'boolean', description: 'Whether another thought step is needed' },
        thoughtNumber: { type: 'integer', minimum: 1 },
        totalThoughts: { type: 'integer', minimum: 1 },
        isRevision: { type: 'boolean' },
        branchId: { type: 'string' },
      },
      required: ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'],
      additionalProperties: false,
    },
  },
  {
    name: 'create_tree',
    title: 'Create tree',
    description: 'A schema that refers to itself.',
    example: { root: { name: 'r', children: [{ name: 'c', children: [{ name: 'd' }] }] } },
    inputSchema: {
      type: 'object',
      properties: { root: { $ref: '#/definitions/node' }, dry: { type: 'boolean' } },
      required: ['root'],
      definitions: {
        node: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/definitions/node' } },
          },
          required: ['name'],
        },
      },
    },
  },
  {
    name: 'batch',
    title: 'Batch',
    description: 'A list of steps, each of one of several kinds.',
    example: {
      steps: [
        { op: 'move', from: 'a', to: 'b' },
        { op: 'delete', path: 'c' },
      ],
      matrix: [[1, 2], []],
      point: [1, 2],
    },
    inputSchema: {
      type: 'object',
      properties: {
        steps: {
          type: 'array',
          items: {
            oneOf: [
              {
                type: 'object',
                title: 'Move',
                properties: { op: { const: 'move' }, from: { type: 'string' }, to: { type: 'string' } },
                required: ['op', 'from', 'to'],
              },
              {
                type: 'object',
                title: 'Delete',
                properties: { op: { const: 'delete' }, path: { type: 'string' } },
                required: ['op', 'path'],
              },
            ],
          },
        },
        matrix: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
        point: {
          type: 'array',
          prefixItems: [{ type: 'number' }, { type: 'number' }],
          minItems: 2,
          maxItems: 2,
        },
      },
      required: ['steps'],
    },
  },
] as const;
