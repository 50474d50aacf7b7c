// Preloaded into a server. Once the file at the path in BREAK_WHEN exists, the disk of the server's
// database cannot sync. If BREAK_HANGS is set, its thread then never exits.
import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (!isMainThread) {
  const { fsyncSync } = fs;
  fs.fsyncSync = (fd) => {
    if (existsSync(process.env.BREAK_WHEN)) {
      throw new Error('EIO: i/o error, fsync');
    }
    fsyncSync(fd);
  };
  syncBuiltinESMExports();
  process.on('exit', () => {
    while (process.env.BREAK_HANGS) {
      // Postgres sometimes does the same.
    }
  });
}
