import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { RuleDraft } from '../../../shared/model/rule.ts';
import { ruleText } from '../../../shared/rule-text.ts';
import { listedModels } from '../sampling/model-list.ts';
import { RuleFile } from './rule-file.ts';

const doc = readFileSync(path.join(import.meta.dirname, '../../../../docs/rules.md'), 'utf8');

it('the example of docs/rules.md is a file of rules without a fault', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'gh-doc-'));
  try {
    writeFileSync(path.join(dir, 'rules.json'), /```json\n(.*?)```/s.exec(doc)?.[1] ?? '');
    const rules = new RuleFile(dir, { watchEveryMs: 0 });
    expect(rules.problems()).toEqual([]);
    expect(rules.rules.map(ruleText)).toEqual([
      'Allow sampling from notes for summarise with anthropic/claude-sonnet-5-5, at most 5 a minute, at most 20000 tokens a day, until 2100-01-01T00:00:00.000Z.',
      'Ask about sampling from every server for deploy.',
      'Deny elicitation from x.',
      'Deny roots from x.',
    ]);
    const models = rules.rules.flatMap(({ model }) => model ?? []);
    const known = listedModels('anthropic').map(({ id }) => `anthropic/${id}`);
    for (const model of models) expect(known).toContain(model);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

it('and its table names every field', () => {
  for (const field of ['id', ...Object.keys(RuleDraft.shape)]) expect(doc).toContain(`| \`${field}\``);
});
