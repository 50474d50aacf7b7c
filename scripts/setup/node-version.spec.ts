import { parse } from 'acorn';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SCRIPTS = join(__dirname, '..');
const COMMANDS = ['start.mjs', 'dev.mjs', 'test.mjs'];

// ES2020 has import(), but neither top-level await nor ??=, which Node 12 cannot parse.
it.each([...COMMANDS, 'messages.mjs', 'setup/node-version.mjs'])(
  '%s can be parsed by an outdated Node, so that the script can report the version',
  (path) => {
    const text = readFileSync(join(SCRIPTS, path), 'utf8');
    expect(() => parse(text, { ecmaVersion: 2020, sourceType: 'module' })).not.toThrow();
  },
);
