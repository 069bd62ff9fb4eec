import { openSession } from '../../src/main/host/sessions/open.ts';
import { SessionError } from '../../src/main/host/sessions/session-error.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../src/shared/model/server.ts';
import { HttpPeer } from './http-peer.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';

const OFFERED = { sampling: true, samplingTools: true, elicitation: true, elicitationUrl: true, roots: true };

/**
 * Connects to servers whose answers to the handshake are mutated. Each attempt must end, as a session or with a sentence.
 * Returns how many became a session. @throws for any other end
 */
export async function handshakes(
  count: number,
  random: Random,
  note: (lines: readonly string[]) => void,
): Promise<number> {
  let opened = 0;
  for (let n = 0; n < count; n += 1) {
    const peer = await HttpPeer.listen(random.chance(0.5) ? 'legacy' : 'modern');
    const lines: string[] = [];
    note(lines);
    peer.alter = (answer) => {
      const line = mutate(random, answer, [answer.id, 0, 1], () => answer);
      lines.push(line);
      return line;
    };
    try {
      const session = await openSession({
        config: {
          id: 'peer',
          target: peer.target,
          settings: { ...DEFAULT_SERVER_SETTINGS, era: random.pick(['auto', peer.era] as const) },
        },
        clientInfo: { name: 'gatehouse', version: '0.0.0' },
        offered: OFFERED,
        env: process.env,
        defaultCwd: '/',
        signal: AbortSignal.timeout(20_000),
        events: {
          onRequest: async () => ({ type: 'none' }),
          onElicitationComplete: () => {},
          onListChanged: () => {},
          onStray: () => {},
          onLog: () => {},
          onClosed: () => {},
        },
      });
      opened += 1;
      await session.close();
    } catch (error) {
      if (!(error instanceof SessionError) || error.code === 'aborted') throw error;
    } finally {
      await peer.close();
    }
  }
  return opened;
}
