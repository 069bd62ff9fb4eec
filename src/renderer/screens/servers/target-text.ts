import { commandLine } from '../../../shared/command-line.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { visibleText } from '../../../shared/visible-text.ts';

/**
 * What is started or called, in full, on one line; characters that cannot be seen are spelled out. Undefined for the
 * bundled server while it does not run: it listens on another port each time, so that there is no address to show.
 */
export const shownTarget = ({ bundled, status, target }: ServerView): string | undefined =>
  bundled && status !== 'connected'
    ? undefined
    : visibleText(target.type === 'stdio' ? commandLine([target.command, ...target.args]) : target.url).text;
