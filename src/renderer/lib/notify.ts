import { notifications } from '@mantine/notifications';
import { visibleText } from '../../shared/visible-text.ts';
import { sentenceOf } from './bridge.ts';

const closeButtonProps = { 'aria-label': 'Close message' };

/** A toast about what the person just did; never about anything else. */
export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'gate', closeButtonProps });
};

export const notifyProblem = (error: unknown): void => {
  notifications.show({
    title: 'That did not work',
    // A sentence may quote a server.
    message: visibleText(typeof error === 'string' ? error : sentenceOf(error)).text.slice(0, 1000),
    color: 'red',
    autoClose: 10_000,
    closeButtonProps,
  });
};

/** Does it; a failure becomes a toast. Resolves to whether it worked. */
export const attempt = async (action: () => Promise<unknown>): Promise<boolean> => {
  try {
    await action();
    return true;
  } catch (error) {
    notifyProblem(error);
    return false;
  }
};
