/** Saves what is not saved yet; undefined where there is nothing. */
type Saver = () => Promise<unknown> | undefined;

declare global {
  interface Window {
    /** Main calls this before it stops the host, and waits for it a moment. */
    gatehouseSave?: () => Promise<void>;
  }
}

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
  window.gatehouseSave = saveAll;
};
