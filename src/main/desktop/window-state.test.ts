import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeWindow, readWindowState, writeWindowState } from './window-state.ts';

describe('placeWindow', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };

  test('without a memory the default size is used', () => {
    expect(placeWindow(undefined, [screen])).toEqual({ width: 1180, height: 780 });
  });

  test('a place on a screen is used again', () => {
    const saved = { x: 100, y: 50, width: 1000, height: 700 };
    expect(placeWindow(saved, [screen])).toEqual(saved);
  });

  test('a place on a screen that is gone keeps only the size', () => {
    const saved = { x: 2500, y: 50, width: 1000, height: 700 };
    expect(placeWindow(saved, [screen])).toEqual({ width: 1000, height: 700 });
    expect(placeWindow(saved, [screen, { x: 1920, y: 0, width: 1920, height: 1080 }])).toEqual(saved);
  });

  test('a title bar above the screen cannot be reached', () => {
    expect(placeWindow({ x: 0, y: -60, width: 1000, height: 700 }, [screen])).not.toHaveProperty('x');
  });

  test('a window is never smaller than the least size', () => {
    expect(placeWindow({ x: 0, y: 0, width: 10, height: 10 }, [screen])).toMatchObject({
      width: 800,
      height: 560,
    });
  });
});

describe('window.json', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'window-state-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  test('what was written is read again', () => {
    const file = path.join(folder, 'window.json');
    const state = {
      bounds: { x: 1, y: 2, width: 900, height: 600 },
      maximized: true,
      theme: 'dark' as const,
    };
    writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
    expect(fs.readdirSync(folder)).toEqual(['window.json']);
  });

  test.each(['', '{', '[]', '{"bounds":{"x":"1"}}', '{"theme":"pink"}'])('damaged: %j', (text) => {
    const file = path.join(folder, 'window.json');
    fs.writeFileSync(file, text);
    expect(readWindowState(file)).toEqual({ maximized: false, theme: 'auto' });
  });

  test('a folder that cannot be written is no fault', () => {
    expect(() =>
      writeWindowState(path.join(folder, 'gone', 'window.json'), { maximized: false, theme: 'auto' }),
    ).not.toThrow();
  });
});
