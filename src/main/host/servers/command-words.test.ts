import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../shared/command-line.ts';
import { SentenceError } from '../../../shared/model/sentence-error.ts';
import { parseCommand } from './command-words.ts';

describe('parseCommand', () => {
  it.each([
    ['npx -y  some-server', ['npx', '-y', 'some-server']],
    ['"/opt/MCP Servers/s" "--config=dev env.json"', ['/opt/MCP Servers/s', '--config=dev env.json']],
    ["'C:\\Program Files\\n\\x.cmd' -v", ['C:\\Program Files\\n\\x.cmd', '-v']],
    ['"C:\\Program Files\\n\\x.cmd"', ['C:\\Program Files\\n\\x.cmd']],
    ["s '' a\\ b 'it'\"'\"'s'", ['s', '', 'a b', "it's"]],
    ['node \\\n  server.js', ['node', 'server.js']],
    ['s *.ts {a,b} ~/x', ['s', '*.ts', '{a,b}', '~/x']],
    [`s $HOME/x "\${TOKEN}" '$HOME' "^a$"`, ['s', `\${HOME}/x`, `\${TOKEN}`, '$HOME', '^a$']],
    ['s "a && b" \'|\' "x > y"', ['s', 'a && b', '|', 'x > y']],
    ['s --json \'{"a":"b c"}\'', ['s', '--json', '{"a":"b c"}']],
  ])('D11 reads %s', (text, words) => {
    const { command, args } = parseCommand(text);
    expect([command, ...args]).toEqual(words);
  });

  it.each([
    ['a | b', 'operator |'],
    ['a && b', 'operator &&'],
    ['a > b', 'operator >'],
    ['a https://x/?p=1&q=2', 'operator &'],
    ['a; b', 'operator ;'],
    ['a $(ls)', '$(…)'],
    ['a `ls`', 'backquotes'],
    ['a "$(ls)"', '$(…)'],
    ['a "b c', 'never closed'],
    ["a 'b", 'never closed'],
    ['C:\\Users\\me\\s.exe -y', 'C:\\Users\\me\\s.exe in single quotes'],
    ['s --dir=C:\\x', 'single quotes'],
    ['s \\\\host\\share', 'single quotes'],
    ['a # b', 'comment'],
    ['TOKEN=1 npx s', 'environment'],
    ['   ', 'Type a command'],
    ["''", 'Type a command'],
  ])('D11 refuses %s with a sentence', (text, part) => {
    expect(() => parseCommand(text)).toThrow(SentenceError);
    expect(() => parseCommand(text)).toThrow(part);
  });

  it('reads back what commandLine shows', () => {
    for (const args of [
      ['plain', '-y', '@scope/pkg@1.2', '--x=1', 'X=1'],
      ['', ' ', "it's", '"', '\\', '\\"', "'", 'C:\\Program Files\\x', '\\\\host\\share'],
      [
        'a&b',
        '|',
        '$HOME',
        '$(ls)',
        '`x`',
        '#',
        '*',
        '~',
        'ü\u202E',
        'tab\tin',
        'new\nline',
        'back\\\nslash',
      ],
    ]) {
      const read = parseCommand(commandLine(['C:\\a b\\s.exe', ...args]));
      expect(read).toEqual({ command: 'C:\\a b\\s.exe', args });
    }
  });
});
