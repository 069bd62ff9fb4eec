/** Values nested deeper than this break what walks them: JSON, copies to the window, validators. */
export const MAX_DEPTH = 500;

/** Whether values lie more than `levels` deep within each other. Stops at the first that does. */
export function isDeeper(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeper(item, levels - 1)) return true;
    return false;
  }
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}
