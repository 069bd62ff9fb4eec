import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { RELEASE_FUSES } from './fuses.ts';
import { PROJECT_ROOT } from './project.ts';

const text = fs.readFileSync(path.join(PROJECT_ROOT, 'electron-builder.yml'), 'utf8');
const config = parse(text) as {
  electronFuses: unknown;
  toolsets: { appimage: string };
  linux: { executableArgs?: unknown };
  icon?: string;
};

describe('electron-builder.yml', () => {
  it('sets every fuse as a release must have it', () => {
    expect(config.electronFuses).toEqual(RELEASE_FUSES);
  });

  it('starts no package without the sandbox', () => {
    // Toolset 0.0.0, the default, puts --no-sandbox on every start of an AppImage.
    expect(config.toolsets.appimage).toMatch(/^1\./);
    expect(config.linux.executableArgs).toBeUndefined();
    expect(text.replaceAll(/#.*/g, '')).not.toContain('no-sandbox');
  });
});
