/** The page our window shows: where it comes from decides who may speak to main. */
export interface AppPage {
  /** As `frame.origin` says it. */
  readonly origin: string;
  readonly url: string;
}

/** The built page has an origin of its own: `app://gatehouse`. */
export const SCHEME = 'app';
export const HOST = 'gatehouse';
export const APP_PAGE: AppPage = Object.freeze({
  origin: `${SCHEME}://${HOST}`,
  url: `${SCHEME}://${HOST}/`,
});

/**
 * The built page, or the page of the development server that `electron-vite dev` names. A packaged app never looks
 * at that name, and a name that does not lead to this machine does not count.
 */
export function pageOf(options: { packaged: boolean; devUrl: string | undefined }): AppPage {
  if (options.packaged || !options.devUrl) return APP_PAGE;
  let url: URL;
  try {
    url = new URL(options.devUrl);
  } catch {
    return APP_PAGE;
  }
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'http:' || !local || url.username || url.password) return APP_PAGE;
  return { origin: url.origin, url: `${url.origin}/` };
}

/** True for the page itself, whatever its fragment: a reload is the only navigation there is. */
export function isAppPage(raw: string, page: AppPage): boolean {
  const [address] = raw.split('#', 1);
  return address === page.url || address === `${page.url}index.html`;
}
