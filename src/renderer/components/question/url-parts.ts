/** A URL in three parts, so that the host can be emphasised: together they are the URL, character for character. */
export const urlParts = (href: string): { before: string; host: string; after: string } => {
  const start = href.indexOf('://');
  if (start === -1) return { before: href, host: '', after: '' };
  const from = start + 3;
  const length = href.slice(from).search(/[/?#]/);
  const end = length === -1 ? href.length : from + length;
  // Everything up to the last @ of the authority is userinfo, however much it looks like a host.
  const hostAt = from + href.slice(from, end).lastIndexOf('@') + 1;
  return { before: href.slice(0, hostAt), host: href.slice(hostAt, end), after: href.slice(end) };
};
