import { call, on } from './bridge.ts';

/** Saves what is not saved yet; undefined where there is nothing. */
type Saver = () => Promise<unknown> | undefined;

const savers = new Set<Saver>();

const saveAll = async (): Promise<void> => {
  await Promise.allSettled([...savers].map((save) => save()));
};

/** `save` is called whenever the page may be about to go: it is left, hidden, closed, or the app quits. */
export const beforeThePageGoes = (save: Saver): (() => void) => {
  savers.add(save);
  return () => savers.delete(save);
};

/** Call once, when the window starts. */
export const watchForTheEnd = (): void => {
  const save = (): void => void saveAll();
  window.addEventListener('pagehide', save);
  window.addEventListener('blur', save);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && save());
  on('app.save', () => void saveAll().then(() => call('app.saved')));
};
