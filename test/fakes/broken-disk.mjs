// Preloaded into a server: once the file named by BREAK_WHEN exists, the disk of its database cannot sync.
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
