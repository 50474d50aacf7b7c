import { PGlite } from '@electric-sql/pglite';

/**
 * How the embedded Postgres runs. Its defaults are a server's: 160 MB of shared buffers, all of
 * which is written to at the start, for a database of which we use a few MB.
 */
const SETTINGS = {
  shared_buffers: '8MB',
  wal_buffers: '256kB',
  // WAL is kept up to this much on disk: 1 GB by default.
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  jit: 'off',
};

export const PGLITE_OPTIONS = {
  startParams: [
    ...PGlite.defaultStartParams,
    ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ],
};
