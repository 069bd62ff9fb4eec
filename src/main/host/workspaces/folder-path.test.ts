import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderName, folderUri, isWslPath, samenessKey } from './folder-path.ts';

describe('folder paths', () => {
  it.each([
    ['C01', 'c:\\temp', 'file:///C:/temp'],
    ['C03', 'D:\\Dev\\My Project', 'file:///D:/Dev/My%20Project'],
    ['C05', 'C:\\a\\', 'file:///C:/a'],
    ['C07', 'g:\\repo', 'file:///G:/repo'],
    ['C13', '\\\\host\\share\\x', 'file://host/share/x'],
  ])('%s one spelling of a Windows folder: %s', (_id, folder, uri) => {
    expect(folderUri(folder, true)).toBe(uri);
    expect(uri).not.toMatch(/%3a/i);
  });

  it('C09 every path survives the round trip', () => {
    const odd = [
      'a#b',
      'a?b',
      '100%',
      '%20',
      'a b',
      ' a ',
      '[x]',
      'é',
      'e\u0301',
      '\\',
      'a\nb',
      '~',
      ';&=',
      '😀',
      "'",
      '"',
      'a:b',
    ];
    for (const one of odd) {
      for (const other of odd) {
        const folder = `/top/${one}/${other}`;
        const uri = folderUri(folder, false);
        expect(uri.startsWith('file:///top/')).toBe(true);
        expect(fileURLToPath(uri, { windows: false })).toBe(folder);
        expect(folderName(folder, false)).toBe(other);
      }
    }
  });

  it('C07 and C11: the same folder in other letters has the same key, another folder has not', () => {
    expect(samenessKey('c:\\Temp\\', true)).toBe(samenessKey('C:\\temp', true));
    expect(samenessKey('/a/\u00fc', false)).toBe(samenessKey('/a/u\u0308/', false));
    expect(samenessKey('/a/B', false)).not.toBe(samenessKey('/a/b', false));
    expect(samenessKey('/', false)).toBe('/');
  });

  it('names the top by its path', () => {
    expect(folderName('/', false)).toBe('/');
    expect(folderName('C:\\', true)).toBe('C:\\');
  });

  it('C13 knows a folder of a Linux subsystem', () => {
    expect(isWslPath('\\\\wsl$\\Ubuntu\\home\\u\\p')).toBe(true);
    expect(isWslPath('\\\\wsl.localhost\\Ubuntu')).toBe(true);
    expect(isWslPath('\\\\host\\wsl$')).toBe(false);
  });
});
