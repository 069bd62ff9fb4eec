/**
 * Nested values as JSON can carry them: an emptied member is absent, an item not filled in yet is `null` (which the
 * engine then judges by the schema), and an object or list that was never touched stays as it is.
 */
export const prune = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : prune(item)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (!entries.some(([, member]) => member === undefined || typeof member === 'object')) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, member] of entries) {
    if (member !== undefined) {
      // `__proto__` set plainly would vanish into the prototype.
      Object.defineProperty(kept, key, {
        value: prune(member),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return kept;
};
