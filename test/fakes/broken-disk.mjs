// Preloaded into a server. Once the file at the path in BREAK_WHEN exists, the disk of the server's
// database cannot sync.
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
}
