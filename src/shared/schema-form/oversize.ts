/** Limits on a schema or value from outside, chosen so that reading one stays far below 100 ms. */
export const LIMITS = { depth: 64, nodes: 60_000 } as const;

/** Says why a JSON value is too deep or too large to be worked on, or undefined. Also ends on cycles. */
export function oversize(
  value: unknown,
  limits: { depth: number; nodes: number } = LIMITS,
): string | undefined {
  let nodes = 0;
  /** Gives the reason, or undefined. */
  const walk = (node: object, depth: number): string | undefined => {
    if (depth > limits.depth) return `is nested more than ${limits.depth} levels deep`;
    const children = Array.isArray(node) ? node : Object.values(node);
    nodes += children.length;
    if (nodes > limits.nodes) return `has more than ${limits.nodes} parts`;
    for (const child of children) {
      const reason = typeof child === 'object' && child !== null ? walk(child, depth + 1) : undefined;
      if (reason) return reason;
    }
    return undefined;
  };
  return typeof value === 'object' && value !== null ? walk(value, 0) : undefined;
}
