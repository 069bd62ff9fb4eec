import { app, Notification } from 'electron';
import type { QuestionView } from '../../shared/model/reverse-call.ts';
import { noticeOf } from './notice.ts';

export interface NotificationPorts {
  /** True while the person is at the window: then its own counts are enough. */
  readonly focused: () => boolean;
  /** The questions that wait now. */
  readonly waiting: () => readonly QuestionView[];
  /** The person clicked a notification about these questions. */
  readonly clicked: (questions: readonly QuestionView[]) => void;
}

/** One OS notification a server, replaced when more questions come; nothing steals the focus. */
export class Notifications {
  /** Kept, because a notification that is collected does not report its click. */
  #shown = new Map<string, Notification>();
  readonly #ports: NotificationPorts;

  constructor(ports: NotificationPorts) {
    this.#ports = ports;
  }

  question(question: QuestionView): void {
    if (this.#ports.focused() || !Notification.isSupported()) return;
    const { serverId } = question;
    const waiting = this.#ports.waiting().filter((other) => other.serverId === serverId);
    const questions = waiting.length > 0 ? waiting : [question];
    this.#shown.get(serverId)?.close();
    const notification = new Notification({ ...noticeOf(questions), silent: false });
    const forget = () => {
      if (this.#shown.get(serverId) === notification) this.#shown.delete(serverId);
    };
    notification.on('click', () => {
      forget();
      this.#ports.clicked(questions);
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    this.#shown.set(serverId, notification);
    notification.show();
  }

  /** The number on the app's icon, where the system shows one; notifications about nothing go away. */
  count(waiting: readonly QuestionView[]): void {
    app.setBadgeCount(waiting.length);
    const servers = new Set(waiting.map((question) => question.serverId));
    for (const [serverId, notification] of this.#shown) {
      if (!servers.has(serverId)) notification.close();
    }
  }
}
