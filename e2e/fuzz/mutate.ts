import { oddValue, writeDeep } from './odd-values.ts';
import type { Random } from './random.ts';

type Json = Record<string, unknown>;

/** Where a value hangs, so that it can be changed. */
interface Place {
  readonly parent: Json | unknown[];
  readonly key: string | number;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Up to a few hundred places of a message; one of them is changed. */
function placesOf(value: unknown): Place[] {
  const places: Place[] = [];
  const open: unknown[] = [value];
  for (let at = 0; at < open.length && places.length < 300; at += 1) {
    const one = open[at];
    if (Array.isArray(one)) {
      for (const [key, inner] of one.slice(0, 50).entries()) {
        places.push({ parent: one, key });
        open.push(inner);
      }
    } else if (isObject(one)) {
      for (const key of Object.keys(one).slice(0, 50)) {
        places.push({ parent: one, key });
        open.push(one[key]);
      }
    }
  }
  return places;
}

const at = ({ parent, key }: Place): unknown => (parent as Json)[key];

/** Own property whatever the name: `__proto__` would else set the prototype. */
function put(parent: Json | unknown[], key: string | number, value: unknown): void {
  if (Array.isArray(parent) && typeof key === 'string') return;
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'then',
  'length',
  '',
  '0',
  'id',
  'method',
  'params',
  'result',
  'error',
  'jsonrpc',
  '_meta',
  'task',
  'resultType',
  'requestState',
  'inputRequests',
  'schema',
  'mode',
  'url',
] as const;

const METHODS = [
  'ping',
  'initialize',
  'server/discover',
  'tools/call',
  'tools/list',
  'roots/list',
  'sampling/createMessage',
  'sampling/createMessage ',
  'Sampling/CreateMessage',
  'elicitation/create',
  'elicitation/create\u0000',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'tasks/cancel',
  'subscriptions/listen',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/message',
  'notifications/tools/list_changed',
  'notifications/elicitation/complete',
  'notifications/initialized',
  'notifications/nonsense',
  'rpc.discover',
  'foo/bar',
  '',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../..',
  'm'.repeat(3000),
] as const;

/** One change inside a message. */
function changeInside(random: Random, message: Json): void {
  const places = placesOf(message);
  const place = places.length > 0 ? random.pick(places) : { parent: message, key: 'x' };
  const { parent, key } = place;
  switch (random.int(0, 7)) {
    case 0:
    case 1:
    case 2:
      put(parent, key, oddValue(random));
      break;
    case 3:
      delete (parent as Json)[key];
      break;
    case 4:
      put(parent, random.pick(KEYS), oddValue(random));
      break;
    case 5: {
      // The same under another name.
      const value = at(place);
      delete (parent as Json)[key];
      put(parent, random.chance(0.5) ? String(key).toUpperCase() : random.pick(KEYS), value);
      break;
    }
    case 6:
      put(parent, key, random.chance(0.5) ? [at(place)] : { value: at(place) });
      break;
    case 7: {
      // One part in the place of another.
      const other = random.pick(places.length > 0 ? places : [place]);
      put(parent, key, structuredClone(at(other)));
      break;
    }
  }
}

/** One change of what JSON-RPC itself looks at. `ids`: of requests and answers that went before. */
function changeFrame(random: Random, message: Json, ids: readonly unknown[]): void {
  switch (random.int(0, 9)) {
    case 0:
      put(message, 'jsonrpc', random.pick<unknown>(['1.0', '2', 2, 2.0, null, '', ['2.0'], undefined]));
      break;
    case 1:
      delete message.jsonrpc;
      break;
    case 2:
      put(message, 'id', oddValue(random));
      break;
    case 3:
      delete message.id;
      break;
    case 4:
    case 5:
      if (ids.length > 0) put(message, 'id', random.pick(ids));
      break;
    case 6:
      put(message, 'method', random.chance(0.8) ? random.pick(METHODS) : oddValue(random));
      break;
    case 7:
      delete message.method;
      break;
    case 8:
      put(message, 'params', oddValue(random));
      break;
    case 9:
      put(message, random.pick(['result', 'error', 'method', 'params']), oddValue(random));
      break;
  }
}

/** One change of the text itself. */
function changeText(random: Random, text: string): string {
  const cut = random.int(0, text.length);
  switch (random.int(0, 10)) {
    case 0:
      return text.slice(0, cut);
    case 1:
      return text.slice(cut);
    case 2:
      return `${text.slice(0, cut)}${random.pick(['\u0000', '\\', '"', '{', ']', ',', '\ufeff', '\ud800'])}${text.slice(cut)}`;
    case 3:
      return `\u001b[32m${text}\u001b[0m`;
    case 4:
      return `  \t${text} \r`;
    case 5:
      return `${text}${text}`;
    case 6:
      // Numbers that no number type holds.
      return text.replace(
        /:(\d+)/,
        `:${random.pick(['1e400', '-1e400', '-0', '1E+2', '123456789012345678901', '0.1e1', '01', '+1', 'NaN'])}`,
      );
    case 7:
      // A name twice: the last one counts.
      return text.replace('{', `{"id":${random.int(1, 99)},"method":"ping",`);
    case 8:
      return text.replace(/}$/, `,"id":${random.pick(['null', '1e400', '"d"', '{}'])}}`);
    case 9:
      return `Starting ${text}`;
    default:
      return text.replaceAll(':', ': \n');
  }
}

/**
 * A valid message as a line that may be wrong in any way. About one in ten stays valid, so that the others meet a session
 * that is in use.
 */
export function mutate(random: Random, valid: Json, ids: readonly unknown[], others: () => Json): string {
  const message = structuredClone(valid);
  if (random.chance(0.9)) {
    for (let changes = random.int(1, 4); changes > 0; changes -= 1) {
      if (random.chance(0.7)) changeInside(random, message);
      else changeFrame(random, message, ids);
    }
  }
  let value: unknown = message;
  if (random.chance(0.03)) {
    // A batch (2025-03-26), or something in its place.
    const more = Array.from({ length: random.int(0, 3) }, () =>
      random.chance(0.8) ? others() : oddValue(random),
    );
    value = random.chance(0.9) ? [message, ...more] : random.chance(0.5) ? [] : [[message]];
  }
  const text = writeDeep(JSON.stringify(value) ?? 'null');
  return random.chance(0.12) ? changeText(random, text) : text;
}
