import {
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import { describeBody, Exchange, exchanges, insteadOf, type OwnSendOptions } from './exchange.ts';

/** Those that have their answers are among them. */
const MAX_PARKED = 1000;
const ACCEPTED = 'The server took the request (HTTP 202) and opened no stream for its answer.';
const ACCEPTED_HINT =
  'The server took the request (HTTP 202) and opened no stream for its answer, which may come on another one or never.';
const GIVEN_UP =
  'The server ended the stream of the answer again and again without anything new, so it is not asked any more.';

/**
 * The SDK's transport for Streamable HTTP, with an exchange around each message: it tells when an answer cannot come any
 * more, and opens streams again at a pace of its own.
 */
export class StreamableTransport extends StreamableHTTPClientTransport {
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Calls whose answers may still come on the GET stream. */
  readonly #parked = new Set<() => void>();
  /** The GET stream is there, or may be soon. */
  listening = false;

  constructor(url: URL, options: StreamableHTTPClientTransportOptions) {
    super(url, {
      ...options,
      reconnectionScheduler: (reconnect, asked) => this.#again(reconnect, asked),
    });
  }

  override send(message: JSONRPCMessage, options: OwnSendOptions = {}): Promise<void> {
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    const exchange = new Exchange(id, options);
    const cut = () => options.onRequestStreamEnd?.();
    const { onNoAnswer } = options;
    exchange.giveUp = (sentence) => (onNoAnswer ? onNoAnswer(() => sentence) : cut());
    const onRequestStreamEnd = () => {
      if (exchange.odd === undefined) cut();
      else exchange.giveUp(insteadOf(exchange.odd));
    };
    return exchanges.run(exchange, async () => {
      await super.send(message, { ...options, onRequestStreamEnd });
      if (exchange.own) this.#replied(exchange, options);
    });
  }

  /** There is no GET stream, and there will be none. */
  notListening(): void {
    this.listening = false;
    for (const end of this.#parked) end();
    this.#parked.clear();
  }

  override async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#parked.clear();
    await super.close();
  }

  /** The POST is done, so what did not come with it does not come. */
  #replied(exchange: Exchange, { onNoAnswer, onOddity }: OwnSendOptions): void {
    const { reply, id } = exchange;
    exchange.reply = undefined;
    if (reply?.type === 'json') onNoAnswer?.(() => insteadOf(describeBody(reply.text, id)));
    if (reply?.type !== 'accepted') return;
    if (!this.listening) {
      onNoAnswer?.(() => ACCEPTED);
      return;
    }
    // It must answer on the stream of the POST (2025-11-25, Streamable HTTP), but some use the other one.
    onOddity?.(ACCEPTED_HINT);
    if (!onNoAnswer) return;
    this.#parked.add(() => onNoAnswer(() => ACCEPTED));
    const [oldest] = this.#parked;
    if (this.#parked.size > MAX_PARKED && oldest) this.#parked.delete(oldest);
  }

  #again(reconnect: () => void, asked: number): () => void {
    const exchange = exchanges.getStore();
    const pause = exchange ? exchange.pace.next(asked, performance.now()) : asked;
    if (pause === undefined) {
      exchange?.giveUp(GIVEN_UP);
      return () => {};
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      reconnect();
    }, pause);
    this.#timers.add(timer);
    return () => clearTimeout(timer);
  }
}
