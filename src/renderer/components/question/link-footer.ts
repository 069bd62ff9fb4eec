import type { Road } from '../../../shared/model/reverse-call.ts';

/** What leaves with a link, and to whom: that differs by the road it came on (2025-11-25 and 2026-07-28, URL mode). */
export const linkFooter = (
  server: string,
  { road, opened, mayOpen }: { road: Road; opened: boolean; mayOpen: boolean },
): string => {
  const retried = road === 'url_required';
  if (opened) {
    const unseen = `${server} sees nothing of what you do in the browser from here`;
    if (road === 'request') return `${unseen}; it knows already that you agreed, and nothing more is sent.`;
    return retried
      ? `${unseen}; the call is run again when you have finished.`
      : `${unseen}; the call goes on when you have finished.`;
  }
  if (retried) {
    return mayOpen
      ? `goes to ${server}: nothing yet. Your browser visits the page, and the call is run again when you have finished.`
      : `goes to ${server}: nothing. The call ends here.`;
  }
  return mayOpen
    ? `goes to ${server}: that you agreed to open the page. Your browser then visits it.`
    : `goes to ${server}: only that you declined or cancelled.`;
};
