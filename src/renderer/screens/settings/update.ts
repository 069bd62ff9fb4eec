import type { AppSettings } from '../../../shared/model/app.ts';
import { call } from '../../lib/bridge.ts';
import { attempt } from '../../lib/notify.ts';

/** Changes settings of the whole app; a failure becomes a toast. */
export const update = (change: Partial<AppSettings>): void =>
  void attempt(() => call('app.updateSettings', change));
