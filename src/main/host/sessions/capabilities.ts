import type { ServerSwitches } from '../../../shared/model/server.ts';
import { TASKS_EXTENSION } from './task.ts';
import type { OfferedCapabilities } from './types.ts';

/** What this server may be offered: what can be answered here, narrowed by the server's own switches. */
export function narrow(offers: OfferedCapabilities, switches: ServerSwitches): OfferedCapabilities {
  const sampling = offers.sampling && switches.sampling;
  const elicitation = offers.elicitation && switches.elicitation;
  return {
    sampling,
    samplingTools: sampling && offers.samplingTools && switches.samplingTools,
    elicitation,
    elicitationUrl: elicitation && offers.elicitationUrl && switches.elicitationUrl,
    roots: offers.roots && switches.roots,
  };
}

/** The `ClientCapabilities` object, exactly as it is declared on the wire. */
export interface ClientCapabilityObject {
  sampling?: { tools?: Record<string, never> };
  elicitation?: { form?: Record<string, never>; url?: Record<string, never> };
  roots?: { listChanged: true };
}

/**
 * Declares what is offered and nothing else. `sampling.context` is never declared (no server context is ever put
 * into a prompt), nor is `elicitation.form.applyDefaults`: defaults are filled in by us, where the person sees them.
 */
export function clientCapabilities(offered: OfferedCapabilities): ClientCapabilityObject {
  return {
    ...(offered.sampling ? { sampling: offered.samplingTools ? { tools: {} } : {} } : {}),
    ...(offered.elicitation
      ? { elicitation: offered.elicitationUrl ? { form: {}, url: {} } : { form: {} } }
      : {}),
    ...(offered.roots ? { roots: { listChanged: true } } : {}),
  };
}

/** What a modern server is told besides: the extensions we serve. Legacy ones would not know what to do with them. */
export function withExtensions(declared: Record<string, unknown>): Record<string, unknown> {
  return { ...declared, extensions: { [TASKS_EXTENSION]: {} } };
}
