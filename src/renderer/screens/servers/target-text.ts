import type { TargetView } from '../../../shared/model/server.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { commandLine } from '../../lib/words.ts';

/** What is started or called, in full, on one line; characters that cannot be seen are spelled out. */
export const targetLine = (target: TargetView): string =>
  visibleText(target.type === 'stdio' ? commandLine([target.command, ...target.args]) : target.url).text;
