import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { showAs } from './pictures.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a rule of axe found: the rule, how bad, and where. */
export interface Violation {
  readonly look: 'light' | 'dark';
  readonly rule: string;
  readonly impact: string;
  readonly where: readonly string[];
}

/** The serious and critical violations on the screen, in both looks. The page's own scripts never see axe. */
export async function seriousViolations(window: Page): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const look of ['light', 'dark'] as const) {
    await showAs(window, look);
    await window.evaluate(SOURCE);
    // Colours that still change would be judged half-way.
    const results = await window.evaluate(async () => {
      await Promise.all(
        document.getAnimations().map((animation) => animation.finished.catch(() => undefined)),
      );
      const { axe } = globalThis as unknown as { axe: { run: (where: Document) => Promise<AxeResults> } };
      return axe.run(document);
    });
    for (const { id, impact, nodes } of results.violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      found.push({
        look,
        rule: id,
        impact,
        where: nodes.slice(0, 5).map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
      });
    }
  }
  return found;
}
