import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readResults, readScenario } from './conformance-results.ts';

const good = { name: 'A', status: 'SUCCESS' };

describe('readScenario', () => {
  it('passes when all checks do and the client came to its end', () => {
    const info = { name: 'B', status: 'INFO' };
    expect(readScenario('x', [good, info], 'log\nfinished: well\n')).toEqual({
      scenario: 'x',
      checks: 1,
      problems: [],
    });
  });

  it.each(['FAILURE', 'WARNING'])('a %s is a problem', (status) => {
    const bad = { name: 'B', status, errorMessage: 'no header' };
    expect(readScenario('x', [good, bad], 'finished: well').problems).toEqual(['B: no header']);
  });

  it('a client that never ended did not pass, nor did a scenario that checked nothing', () => {
    expect(readScenario('x', [good], 'tools/call a: done').problems).toHaveLength(1);
    expect(readScenario('x', [], 'finished: well').problems).toEqual(['Nothing was checked.']);
  });
});

describe('readResults', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-results-'));
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('finds scenarios in their folders, and misses none', () => {
    const at = path.join(folder, 'auth', 'iss-supported-2026-11-30T18-22-27-323Z');
    fs.mkdirSync(at, { recursive: true });
    fs.mkdirSync(path.join(folder, 'auth', 'iss-supported-missing-2026-11-30T18-22-27-323Z'));
    fs.writeFileSync(path.join(at, 'checks.json'), JSON.stringify([good]));
    fs.writeFileSync(path.join(at, 'stdout.txt'), 'finished: well');
    const results = readResults(folder, ['auth/iss-supported', 'auth/iss-supported-missing', 'tools_call']);
    expect(results.map(({ problems }) => problems.length)).toEqual([0, 1, 1]);
  });
});
