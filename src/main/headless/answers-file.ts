import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { UsageError } from './args.ts';

const pattern = z.string().transform((text, ctx) => {
  // Unicode first; without it more is allowed to be escaped, as other languages write their expressions.
  for (const flags of ['u', '']) {
    try {
      return new RegExp(text, flags);
    } catch {
      // The other reading, or the issue below.
    }
  }
  ctx.addIssue({ code: 'custom', message: `"${text}" is not a regular expression` });
  return z.NEVER;
});

const ElicitationEntry = z.strictObject({
  when: z
    .strictObject({ server: pattern.optional(), message: pattern.optional(), url: pattern.optional() })
    .optional(),
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.record(z.string(), z.unknown()).optional(),
});
export type ElicitationEntry = z.infer<typeof ElicitationEntry>;

const SamplingEntry = z.strictObject({
  when: z.strictObject({ server: pattern.optional(), prompt: pattern.optional() }).optional(),
  deny: z.literal(true).optional(),
  respond: z
    .strictObject({
      text: z.string().optional(),
      content: z.array(z.looseObject({ type: z.string() })).optional(),
      model: z.string().optional(),
      stopReason: z.string().optional(),
    })
    .refine((r) => (r.text === undefined) !== (r.content === undefined), 'respond takes text or content')
    .optional(),
});
export type SamplingEntry = z.infer<typeof SamplingEntry>;

const AnswersFile = z.strictObject({
  roots: z.array(z.string()).nullish(),
  elicitation: z.array(ElicitationEntry).nullish(),
  sampling: z
    .array(
      SamplingEntry.refine(
        (entry) => (entry.deny === undefined) !== (entry.respond === undefined),
        'an entry takes respond, or deny: true',
      ),
    )
    .nullish(),
});

/** Prepared answers. A section that is there, even empty, declares its capability; undefined does not. */
export interface Answers {
  readonly roots: readonly string[] | undefined;
  readonly elicitation: readonly ElicitationEntry[] | undefined;
  readonly sampling: readonly SamplingEntry[] | undefined;
}

/** Without a file nothing is declared. */
export const NO_ANSWERS: Answers = { roots: undefined, elicitation: undefined, sampling: undefined };

/** Reads an answers file (YAML or JSON); folders are relative to the file. Throws UsageError. */
export function readAnswersFile(file: string): Answers {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The answers file ${file} cannot be read.`);
  }
  let raw: unknown;
  try {
    raw = parse(text) ?? {};
  } catch (error) {
    const line = error instanceof Error ? error.message.split('\n')[0] : '';
    throw new UsageError(`The answers file ${file} is not valid YAML or JSON: ${line}`);
  }
  const parsed = AnswersFile.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
    throw new UsageError(
      `The answers file ${file} is not right${where}: ${issue?.message ?? 'unknown form'}.`,
    );
  }
  // `roots:` with nothing behind it is a section that is there.
  const section = <T>(key: string, value: readonly T[] | null | undefined): readonly T[] | undefined =>
    typeof raw === 'object' && raw !== null && key in raw ? (value ?? []) : undefined;
  const base = path.dirname(path.resolve(file));
  return {
    roots: section('roots', parsed.data.roots)?.map((folder) => path.resolve(base, folder)),
    elicitation: section('elicitation', parsed.data.elicitation),
    sampling: section('sampling', parsed.data.sampling),
  };
}

/** Whether an entry answers with tool_use, so that `sampling.tools` is declared. */
export const answersWithTools = (answers: Answers): boolean =>
  (answers.sampling ?? []).some((entry) =>
    entry.respond?.content?.some((block) => block.type === 'tool_use'),
  );
