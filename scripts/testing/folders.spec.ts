import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const MOST = 15;
/** This folder is exempt, because every change of the database adds a file. */
const MIGRATIONS = 'database/migrations';

const isSource = ({ name }: Dirent) => /\.(?:tsx?|css)$/.test(name) && !/\.spec\.tsx?$/.test(name);

it.each(['apps/web/src', 'apps/web/gallery', 'apps/api/src', 'apps/cli/src', 'libs'])(
  `has at most ${MOST} source files in each folder of %s, not counting specs`,
  (root) => {
    const files = readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true })
      .filter(isSource)
      .filter(({ parentPath }) => !parentPath.endsWith(MIGRATIONS))
      .filter(({ parentPath }) => !/\/(?:node_modules|dist)(?:\/|$)/.test(parentPath));
    const counts = new Map<string, number>();
    for (const { parentPath } of files) {
      counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > MOST)).toEqual([]);
    expect(files.length).toBeGreaterThan(10);
  },
);
