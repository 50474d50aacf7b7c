import { spawnSync } from 'node:child_process';
import { completionsFor } from './completions.js';
import { HELP } from './help.js';
import { OPTION_ROWS, SHELLS } from './options.js';

it.each(SHELLS)('completes every option in %s', (shell) => {
  const script = completionsFor(shell);
  const missing = OPTION_ROWS.filter(
    ([name]) => !script.includes(shell === 'fish' ? `-l ${name} ` : `--${name}`),
  );
  expect(missing).toEqual([]);
});

it.each([
  ['dipper x --aud', ['--audio']],
  ['dipper x --audio m', ['mp3', 'm4a']],
  ['dipper completions f', ['fish']],
  ['dipper m', ['mcp']],
])('completes "%s" in bash', (line, expected) => {
  const words = line.split(' ');
  const script = `${completionsFor('bash')}
COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _dipper; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toEqual(expected);
});

it('mentions every option in the help, in at most 100 columns', () => {
  expect(OPTION_ROWS.filter(([name]) => !HELP.includes(`--${name}`))).toEqual([]);
  expect(HELP.split('\n').filter((line) => line.length > 100)).toEqual([]);
});
