import { useRef } from 'react';
import { sameJson } from '../../../shared/json.ts';

/** The same object as before while its JSON is the same: every patch from main brings new objects. */
export const useStable = <T>(value: T): T => {
  const kept = useRef(value);
  if (kept.current !== value && !sameJson(kept.current, value)) kept.current = value;
  return kept.current;
};
