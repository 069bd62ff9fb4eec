/** `always`: the person opened it. `polite`: it appeared by itself. */
export type FocusMode = 'always' | 'polite' | 'never';

/** Focus is never stolen: what appears by itself takes it only from nothing, or from the button that was pressed. */
export const mayTakeFocus = (
  mode: FocusMode,
  active: { readonly tagName: string; closest(selector: string): unknown } | null,
  self: { contains(other: never): boolean } | null,
): boolean => {
  if (mode === 'never') return false;
  if (mode === 'always' || active === null || active.tagName === 'BODY') return true;
  // The next stage of a question the person is in.
  if (self?.contains(active as never)) return true;
  return (
    active.tagName === 'BUTTON' &&
    active.closest('main') !== null &&
    active.closest('[role="dialog"]') === null
  );
};
