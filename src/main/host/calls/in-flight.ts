import type { Cause } from '../../../shared/model/reverse-call.ts';
import type { ServerSettings } from '../../../shared/model/server.ts';
import type { LegacyRequest } from '../sessions/types.ts';
import type { CallClock } from './clock.ts';

/** A call whose request the server has and has not answered. */
export interface InFlightCall {
  readonly id: number;
  readonly serverId: string;
  readonly name: string;
  /** The trace of the call (SEP-414). */
  readonly trace: string;
  /** Aborts with a Withdrawn reason when the call is cancelled, times out or ends. */
  readonly signal: AbortSignal;
  readonly clock: CallClock;
}

/** The calls in flight, by server: what a legacy request can have been caused by. */
export class InFlight {
  /** Told when a call is over. */
  onRemoved: () => void = () => {};
  readonly #calls = new Map<number, InFlightCall>();
  /** Those whose request is with the server. */
  readonly #flying = new Set<number>();
  readonly #lastEnded = new Map<string, { name: string; at: number }>();

  /** A call has begun; it can have caused nothing before its request is sent. */
  add(call: InFlightCall): void {
    this.#calls.set(call.id, call);
  }

  /** The server is sent a request of the call, or has answered it. */
  setFlying(id: number, flying: boolean): void {
    if (flying) this.#flying.add(id);
    else this.#flying.delete(id);
  }

  remove(id: number): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    this.#flying.delete(id);
    this.#lastEnded.set(call.serverId, { name: call.name, at: Date.now() });
    this.onRemoved();
  }

  get(id: number | undefined): InFlightCall | undefined {
    return id === undefined ? undefined : this.#calls.get(id);
  }

  of(serverId: string): InFlightCall[] {
    return [...this.#calls.values()].filter((call) => call.serverId === serverId);
  }

  /**
   * The cause of a legacy request (SEP-2260). Proven on the stream of a call's POST, or when the person lets the
   * server run one call at a time; inferred from the only call in flight; otherwise every call is a candidate. What
   * comes on the stream of a POST belongs to that one or to none.
   */
  causeOf(serverId: string, via: LegacyRequest['via'], settings: ServerSettings): Cause {
    if (via.stream === 'post') {
      return via.callId !== undefined && this.#isFlying(via.callId)
        ? { callId: via.callId, certainty: 'proven', candidates: [] }
        : { certainty: 'none', candidates: [] };
    }
    const running = this.of(serverId).filter((call) => this.#isFlying(call.id));
    const [only] = running;
    if (!only) return { certainty: 'none', candidates: [] };
    if (running.length > 1) return { certainty: 'unknown', candidates: running.map((call) => call.id) };
    const certainty = settings.oneCallAtATime ? 'proven' : 'inferred';
    return { callId: only.id, certainty, candidates: [] };
  }

  #isFlying(id: number): boolean {
    return this.#calls.has(id) && this.#flying.has(id);
  }

  /** The cause in words: "deploy · call 12 · certain". */
  describe(serverId: string, cause: Cause, nameOf: (callId: number) => string | undefined): string {
    if (cause.callId !== undefined) {
      const sure = cause.certainty === 'proven' ? 'certain' : 'probably';
      return `${nameOf(cause.callId) ?? 'a call'} · call ${cause.callId} · ${sure}`;
    }
    if (cause.candidates.length > 0) {
      const names = cause.candidates.map((id) => `${nameOf(id) ?? 'a call'} (call ${id})`).join(', ');
      return `one of ${cause.candidates.length} calls: ${names}`;
    }
    const last = this.#lastEnded.get(serverId);
    if (!last) return 'nothing was running';
    const seconds = Math.max(0, Math.round((Date.now() - last.at) / 1000));
    return `nothing was running (${last.name} ended ${seconds} s ago)`;
  }
}
