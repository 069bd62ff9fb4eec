import { isObject } from '../../../shared/json.ts';

/** An answer that belongs to no open request, as it was on the wire. */
export interface StrayAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What a person is told whose call waits at such a server; its answer will not come. */
export const NO_ID_HINT =
  'The server answers without the id of the question, so nobody can tell what it answers. It has to give ids back.';

/** One line for the log. */
export function strayLine({ id, error }: StrayAnswer): string {
  const which = typeof id === 'string' || typeof id === 'number' ? `id ${id}`.slice(0, 80) : 'no id';
  const said = isObject(error) && typeof error.message === 'string' ? ` It says: ${error.message}` : '';
  return `An answer with ${which} belongs to no open request and was ignored.${said}`.slice(0, 500);
}
