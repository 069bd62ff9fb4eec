import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import type { OpenOptions, Session } from './types.ts';

/** The `_meta` of every request of a modern session (2026-07-28, basic: no handshake, each request says who asks). */
export function envelopeOf(
  session: Pick<Session, 'protocolVersion' | 'clientCapabilities' | 'serverCapabilities'>,
  clientInfo: OpenOptions['clientInfo'],
): Record<string, unknown> {
  return {
    [PROTOCOL_VERSION_META_KEY]: session.protocolVersion,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: session.clientCapabilities,
    // Without it a modern server logs nothing (2026-07-28, server/utilities/logging).
    ...(session.serverCapabilities.logging === undefined ? {} : { [LOG_LEVEL_META_KEY]: 'info' }),
  };
}
