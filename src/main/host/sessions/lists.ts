import { isObject } from '../../../shared/json.ts';
import type { ListItem, ListKind, ServerList } from '../../../shared/model/server.ts';

interface ListShape {
  readonly method: string;
  readonly key: string;
  readonly capability: string;
  /** What tells two entries apart. */
  readonly identity: 'name' | 'uri' | 'uriTemplate';
}

const LISTS: Readonly<Record<ListKind, ListShape>> = {
  tools: { method: 'tools/list', key: 'tools', capability: 'tools', identity: 'name' },
  prompts: { method: 'prompts/list', key: 'prompts', capability: 'prompts', identity: 'name' },
  resources: { method: 'resources/list', key: 'resources', capability: 'resources', identity: 'uri' },
  templates: {
    method: 'resources/templates/list',
    key: 'resourceTemplates',
    capability: 'resources',
    identity: 'uriTemplate',
  },
};

/** Pages that are asked for at most: a guard against a server that invents a new cursor each time. */
const MAX_PAGES = 1000;

type Request = (method: string, params: Record<string, unknown>) => Promise<Record<string, unknown>>;

/**
 * Asks for all pages of a list. A page whose cursor was seen before ends the list before it is added; an empty cursor is
 * a cursor (2026-07-28, server/utilities/pagination). A server without the capability has an empty list.
 */
export async function readList(
  kind: ListKind,
  serverCapabilities: Readonly<Record<string, unknown>>,
  request: Request,
): Promise<ServerList> {
  const shape = LISTS[kind];
  const items = new Map<string, ListItem>();
  const problems: string[] = [];
  if (serverCapabilities[shape.capability] === undefined) return { kind, items: [], problems };
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const result = await request(shape.method, cursor === undefined ? {} : { cursor });
    const next = typeof result.nextCursor === 'string' ? result.nextCursor : undefined;
    const repeated = next !== undefined && seen.has(next);
    if (repeated && page > 1) {
      problems.push(`The server repeats a page of its ${kind}; reading stopped after ${page - 1}.`);
      break;
    }
    addPage(result[shape.key], shape, items, problems);
    if (next === undefined) break;
    if (page >= MAX_PAGES) {
      problems.push(`The server has more than ${MAX_PAGES} pages of ${kind}; the rest was left out.`);
      break;
    }
    seen.add(next);
    cursor = next;
  }
  return { kind, items: [...items.values()], problems };
}

function addPage(entries: unknown, shape: ListShape, items: Map<string, ListItem>, problems: string[]): void {
  if (!Array.isArray(entries)) {
    problems.push(`The server sent no list under "${shape.key}".`);
    return;
  }
  for (const entry of entries) {
    const reading = readItem(entry, shape);
    if (typeof reading === 'string') {
      problems.push(reading);
      continue;
    }
    const identity = reading[shape.identity] ?? reading.name;
    if (items.has(identity))
      problems.push(`"${short(identity)}" is listed more than once; the first is kept.`);
    else items.set(identity, reading);
  }
}

/** One entry, or the reason why it cannot be used. Schemas are taken as they are: the form judges them. */
function readItem(entry: unknown, shape: ListShape): ListItem | string {
  const word = shape.key === 'resourceTemplates' ? 'template' : shape.key.slice(0, -1);
  if (!isObject(entry)) return `A ${word} is not an object and was left out.`;
  const identity = entry[shape.identity];
  const name = text(entry.name) ?? text(entry.title) ?? text(identity);
  if (text(identity) === undefined || name === undefined) {
    const called = name === undefined ? '' : ` "${short(name)}"`;
    return `A ${word}${called} has no ${shape.identity} and was left out.`;
  }
  return {
    name,
    ...optional('title', text(entry.title)),
    ...optional('description', text(entry.description)),
    ...optional('uri', text(entry.uri)),
    ...optional('uriTemplate', text(entry.uriTemplate)),
    ...optional('mimeType', text(entry.mimeType)),
    ...optional('inputSchema', entry.inputSchema),
    ...optional('outputSchema', entry.outputSchema),
    ...optional('annotations', entry.annotations),
    ...optional('arguments', readArguments(entry.arguments)),
  };
}

function readArguments(value: unknown): ListItem['arguments'] {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isObject).flatMap((argument) => {
    const name = text(argument.name);
    if (name === undefined) return [];
    return [
      {
        name,
        ...optional('title', text(argument.title)),
        ...optional('description', text(argument.description)),
        ...(typeof argument.required === 'boolean' ? { required: argument.required } : {}),
      },
    ];
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}

function short(value: string): string {
  return value.length > 80 ? `${value.slice(0, 79)}…` : value;
}
