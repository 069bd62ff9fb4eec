import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { AppView, HostState } from '../../shared/model/app.ts';
import type { CallView } from '../../shared/model/call.ts';
import type { QuestionView } from '../../shared/model/reverse-call.ts';
import type { ServerView } from '../../shared/model/server.ts';
import { call, on, sentenceOf } from './bridge.ts';
import { EMPTY_STATE, ReplicaFollower } from './replica.ts';

interface ReplicaStore {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Why there is no state, for the person. */
  readonly problem: string;
  readonly state: HostState;
}

export const useReplica = create<ReplicaStore>(() => ({
  status: 'loading',
  problem: '',
  state: EMPTY_STATE,
}));

const follower = new ReplicaFollower(
  { snapshot: () => call('app.snapshot'), onPatch: (listener) => on('state.patch', listener) },
  {
    show: (state) => useReplica.setState({ status: 'ready', problem: '', state }),
    failed: (error) => useReplica.setState({ status: 'failed', problem: sentenceOf(error) }),
  },
);

/** Starts the replica, or asks again after a failure. Never rejects. */
export const startReplica = async (): Promise<void> => {
  try {
    await follower.start();
  } catch (error) {
    useReplica.setState({ status: 'failed', problem: sentenceOf(error) });
  }
};

/** Part of main's state. A selector may build a new array or object: the result is compared one level deep. */
export const useHost = <T>(selector: (state: HostState) => T): T =>
  useReplica(useShallow((replica) => selector(replica.state)));

/** The one entry of `app`; undefined until the first snapshot. */
export const useApp = (): AppView | undefined => useHost((state) => state.app.app);

export const useServer = (id: string | undefined): ServerView | undefined =>
  useHost((state) => (id === undefined ? undefined : state.servers[id]));

export const useCall = (id: number | undefined): CallView | undefined =>
  useHost((state) => (id === undefined ? undefined : state.calls[String(id)]));

export const useQuestion = (id: string | undefined): QuestionView | undefined =>
  useHost((state) => (id === undefined ? undefined : state.questions[id]));

/** Questions that pass `filter`, oldest first. */
export const useQuestions = (filter: (question: QuestionView) => boolean = () => true): QuestionView[] =>
  useHost((state) =>
    Object.values(state.questions)
      .filter(filter)
      .sort((a, b) => a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1)),
  );

/** A question that can only go on when a person decides, also where its server is gone and it restarts then. */
export const isWaiting = (question: QuestionView): boolean =>
  question.state === 'waiting' || question.state === 'suspended';

export const useWaitingCount = (): number =>
  useHost((state) => Object.values(state.questions).filter(isWaiting).length);
