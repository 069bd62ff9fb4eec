import type { ProviderKind } from '../../../../shared/model/models.ts';
import type { Backend, Place } from '../types.ts';
import { createAnthropic } from './anthropic.ts';

/** Every kind of provider a connection can be made to. */
export const PROVIDER_KINDS: Record<ProviderKind, (place: Place) => Backend> = {
  anthropic: createAnthropic,
};
