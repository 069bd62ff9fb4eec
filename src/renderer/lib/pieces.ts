/** Text longer than this is shown in part until the person asks for all of it. */
export const SHOWN_AT_FIRST = 20_000;

/** The part of `text` to show first, cut at a line end where one is near and never inside a surrogate pair. */
export const firstPart = (text: string, limit: number = SHOWN_AT_FIRST): string => {
  if (text.length <= limit) return text;
  const line = text.lastIndexOf('\n', limit);
  if (line > limit / 2) return text.slice(0, line);
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
};

/** `text` in pieces of about `size`, so that the browser lays out only those on the screen. */
export const pieces = (text: string, size: number = SHOWN_AT_FIRST): string[] => {
  const parts: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const part = firstPart(rest, size);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
};
