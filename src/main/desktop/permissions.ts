/** What the page may do beyond drawing: put text into the clipboard when the person asks for it. */
const ALLOWED: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Whether the page gets a permission of Chromium, by its name. */
export const isAllowedPermission = (name: string): boolean => ALLOWED.has(name);
