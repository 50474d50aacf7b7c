import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { fsyncSync } from 'node:fs';

/**
 * PGlite's defaults are a server's: 160 MB of shared buffers, all of which Postgres writes to at the
 * start, for a database of which we use a few MB.
 */
const SETTINGS = {
  shared_buffers: '8MB',
  wal_buffers: '256kB',
  // WAL that is kept on disk; 1 GB by default.
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  jit: 'off',
  // The one method that reaches the file system; fdatasync ends in Emscripten, which answers "done".
  wal_sync_method: 'fsync',
};

/** PGlite runs with `-F`: fsync off. */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** What the thread of a database tells: it can be asked, or its disk has failed. */
export type DatabaseMessage = 'ready' | { readonly broken: string };

/** Hears that the disk has failed: Postgres may go on in circles after that, and never return. */
export type OnBroken = (error: Error) => void;

/** A folder of the machine. Emscripten's own (NODEFS) has no fsync: what Postgres asks for is lost. */
class DurableFS extends NodeFS {
  constructor(
    folder: string,
    private readonly onBroken: OnBroken,
  ) {
    super(folder);
  }

  override async init(
    ...[database, options]: Parameters<NodeFS['init']>
  ): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: unknown) => giveFsync(module, this.onBroken),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

interface Emscripten {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } };
}

function giveFsync(module: unknown, onBroken: OnBroken): void {
  const { NODEFS } = (module as Emscripten).FS.filesystems;
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    try {
      fsyncSync(nfd);
      return 0;
    } catch (error) {
      // What was written may be lost, and a second try would not say so: Postgres ends at this, and
      // so does the thread, where Postgres lets it.
      onBroken(error as Error);
      setImmediate(() => {
        throw error;
      });
      throw error;
    }
  };
}

/**
 * Opens the database in a folder, and makes one where there is none.
 * A commit is on the disk when its query is answered.
 */
export function openPglite(folder: string, onBroken: OnBroken): Promise<PGlite> {
  return PGlite.create({ fs: new DurableFS(folder, onBroken), startParams });
}
