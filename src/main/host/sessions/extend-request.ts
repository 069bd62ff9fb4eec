import { CLIENT_CAPABILITIES_META_KEY, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { withExtensions } from './capabilities.ts';

/** Declares our extensions on a request of the SDK: it declares one thing in both eras, and only modern requests carry it. */
export function extendRequest(message: JSONRPCMessage): JSONRPCMessage {
  const params = 'params' in message ? message.params : undefined;
  const declared = params?._meta?.[CLIENT_CAPABILITIES_META_KEY];
  if (typeof declared !== 'object' || declared === null) return message;
  const extended = withExtensions(declared as Record<string, unknown>);
  return {
    ...message,
    params: { ...params, _meta: { ...params?._meta, [CLIENT_CAPABILITIES_META_KEY]: extended } },
  } as JSONRPCMessage;
}
