import type { OfferedCapabilities } from '../host/sessions/types.ts';
import { type Answers, answersWithTools } from './answers-file.ts';
import type { Without } from './args.ts';

/** A section of the answers file, even an empty one, declares its capability; `--without` takes it away again. */
export function offersOf(answers: Answers, without: readonly Without[]): OfferedCapabilities {
  const has = (what: Without) => !without.includes(what);
  const elicitation = answers.elicitation !== undefined && has('elicitation');
  const sampling = answers.sampling !== undefined && has('sampling');
  return {
    sampling,
    samplingTools: sampling && answersWithTools(answers) && has('sampling.tools'),
    elicitation,
    elicitationUrl: elicitation && has('elicitation.url'),
    roots: answers.roots !== undefined && has('roots'),
  };
}
