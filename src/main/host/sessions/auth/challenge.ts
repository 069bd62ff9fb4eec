import {
  computeScopeUnion,
  extractWWWAuthenticateParams,
  isStrictScopeSuperset,
} from '@modelcontextprotocol/client';

/** Why a server refused a request: it wants a sign-in (401), or more rights than the token has (403, SEP-2350). */
export interface Challenge {
  readonly wants: 'sign-in' | 'scope';
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: URL | undefined;
}

/** Undefined when a sign-in would not help. */
export function readChallenge(response: Response): Challenge | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { scope, resourceMetadataUrl, error } = extractWWWAuthenticateParams(response);
  if (response.status === 403 && error !== 'insufficient_scope') return undefined;
  return { wants: response.status === 401 ? 'sign-in' : 'scope', scope, resourceMetadataUrl };
}

/** The scope to ask for: what was granted before is not given up for something new (SEP-2350). */
export function scopeFor(challenge: Challenge, granted: string | undefined): string | undefined {
  return challenge.wants === 'scope' ? computeScopeUnion(granted, challenge.scope) : challenge.scope;
}

/** The server asks for no more than was granted: another sign-in cannot help. */
export function isGranted(challenge: Challenge, granted: string | undefined): boolean {
  if (challenge.wants !== 'scope' || granted === undefined) return false;
  return !isStrictScopeSuperset(scopeFor(challenge, granted), granted);
}
