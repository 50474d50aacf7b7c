import { dirname } from 'node:path';
import { pathsIn } from './source-files.js';

const MOST = 15;
/** This folder is exempt, because every change of the database adds a file. */
const MIGRATIONS = 'database/migrations';

it.each(['apps/web/src', 'apps/web/gallery', 'apps/api/src', 'apps/cli/src', 'libs'])(
  `has at most ${MOST} source files in each folder of %s, not counting specs`,
  (root) => {
    const folders = pathsIn(root)
      .filter((path) => /\.(?:tsx?|css)$/.test(path) && !/\.spec\.tsx?$/.test(path))
      .map(dirname)
      .filter((folder) => !folder.endsWith(MIGRATIONS));
    const counts = new Map<string, number>();
    folders.forEach((folder) => counts.set(folder, (counts.get(folder) ?? 0) + 1));
    expect([...counts].filter(([, count]) => count > MOST)).toEqual([]);
    expect(folders.length).toBeGreaterThan(10);
  },
);
