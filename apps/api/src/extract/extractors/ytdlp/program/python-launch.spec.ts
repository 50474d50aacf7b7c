import { pythonLaunchOf } from './python-launch.js';

const IMPORTS = 'import sys\nfrom yt_dlp import main\nsys.exit(main())\n';
const ZIP = 'PK\u0003\u0004\u0014\u0000';

describe('pythonLaunchOf', () => {
  it.each([
    ['the official zipapp', `#!/usr/bin/env python3\n${ZIP}`, ['python3'], true],
    ['a distribution’s script', `#!/usr/bin/python3\n${IMPORTS}`, ['/usr/bin/python3'], false],
    [
      'a script with flags',
      `#!/usr/bin/python3 -sP\n${IMPORTS}`,
      ['/usr/bin/python3', '-sP'],
      false,
    ],
    [
      'a script that uses env -S',
      `#!/usr/bin/env -S python3.12 -I\n${IMPORTS}`,
      ['python3.12', '-I'],
      false,
    ],
    ['a script in a virtual environment', `#!/v/bin/python\n${IMPORTS}`, ['/v/bin/python'], false],
    [
      'a script by pip in a folder with a space',
      `#!/bin/sh\n'''exec' "/my apps/bin/python3" "$0" "$@"\n' '''\n${IMPORTS}`,
      ['/my apps/bin/python3'],
      false,
    ],
  ])('launches %s', (_, head, [command, ...flags], isArchive) => {
    expect(pythonLaunchOf(head)).toEqual({ command, flags, isArchive });
  });

  it.each([
    ['a frozen binary', '\u007fELF\u0002\u0001\u0001\nfrom yt_dlp import main\n'],
    ['a shell wrapper', '#!/bin/sh\nexec python3 -m yt_dlp "$@"\n'],
    ['a script of another program', '#!/usr/bin/python3\nprint("2026.08.19")\n'],
    ['a script in another language', `#!/usr/bin/perl\n${IMPORTS}`],
    ['an archive without an interpreter', ZIP],
    ['a file that consists only of a shebang', '#!/usr/bin/python3'],
    ['an empty file', ''],
  ])('does not treat %s as a Python program', (_, head) => {
    expect(pythonLaunchOf(head)).toBeNull();
  });
});
