import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CallView } from '../../../shared/model/call.ts';
import type { QuestionAnswer, QuestionView } from '../../../shared/model/reverse-call.ts';
import { DEFAULT_SERVER_SETTINGS, type ServerSettings, type Target } from '../../../shared/model/server.ts';
import { createHost, type Host } from '../host.ts';
import type { HostPorts } from '../ports.ts';

/** A real host with a person in front of it, for tests: it waits for what shows, and answers as the window would. */
export class Person {
  readonly host: Host;
  readonly dataDir: string;

  constructor(host: Host, dataDir: string) {
    this.host = host;
    this.dataDir = dataDir;
  }

  static async sitDown(ports: Partial<HostPorts> = {}): Promise<Person> {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-test-'));
    const host = await createHost({ dataDir, version: '0.0.0', env: process.env, ...ports });
    return new Person(host, dataDir);
  }

  async leave(): Promise<void> {
    await this.host.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Adds a server, trusts it and waits until it is connected. */
  async connect(name: string, target: Target, settings: Partial<ServerSettings> = {}): Promise<void> {
    const { handlers, replica } = this.host;
    await handlers['servers.add']({ name, target, settings: { ...DEFAULT_SERVER_SETTINGS, ...settings } });
    await this.trust(name);
    await this.until(() => {
      const view = replica.get('servers', name);
      if (view?.status === 'failed') throw new Error(view.statusDetail);
      return view?.status === 'connected';
    });
  }

  async trust(name: string): Promise<void> {
    const binding = this.host.replica.get('servers', name)?.binding ?? '';
    await this.host.handlers['servers.trust']({ id: name, binding });
  }

  /** Starts a tool; `ended` is the call as it ended. */
  run(
    serverId: string,
    tool: string,
    args: Record<string, unknown> = {},
  ): { callId: number; ended: Promise<CallView> } {
    return this.host.calls.start({ serverId, method: 'tools/call', name: tool, args });
  }

  /** The next question that waits, of those not seen yet. */
  async question(which: (q: QuestionView) => boolean = () => true): Promise<QuestionView> {
    return this.until(() =>
      this.host.replica
        .all('questions')
        .find((q) => (q.state === 'waiting' || q.state === 'suspended') && which(q)),
    );
  }

  /** The card of a question, once it satisfies a condition. */
  card(id: string, when: (q: QuestionView) => boolean): Promise<QuestionView> {
    return this.until(() => {
      const view = this.host.replica.get('questions', id);
      return view && when(view) ? view : undefined;
    });
  }

  async answer(id: string, answer: QuestionAnswer): Promise<void> {
    const { nonce } = await this.host.handlers['questions.show']({ id });
    await this.host.handlers['questions.answer']({ id, nonce, answer });
  }

  /** What the scripted server has received so far. */
  async report<T = Record<string, unknown>>(serverId: string): Promise<T> {
    const { ended } = this.run(serverId, 'report');
    const view = await ended;
    return (view.result as { structuredContent: T }).structuredContent;
  }

  /** Waits for the replica to satisfy a condition; every change is looked at. */
  until<T>(look: () => T | undefined | false): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = this.host.replica.onPatch(() => check());
      const check = () => {
        try {
          const found = look();
          if (!found) return;
          stop();
          resolve(found);
        } catch (error) {
          stop();
          reject(error);
        }
      };
      check();
    });
  }
}
