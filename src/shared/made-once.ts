/** `make`, run once for each object it is given; that object must not be changed afterwards. */
export function madeOnce<K extends object, V extends object | string>(make: (from: K) => V): (from: K) => V {
  const made = new WeakMap<K, V>();
  return (from) => {
    const before = made.get(from);
    if (before !== undefined) return before;
    const now = make(from);
    made.set(from, now);
    return now;
  };
}
