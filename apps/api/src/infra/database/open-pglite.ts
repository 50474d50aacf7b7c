import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { fsyncSync } from 'node:fs';

/**
 * Settings for a small database. PGlite's defaults are meant for a server, with 160 MB of shared
 * buffers that are all touched at startup, although we use only a few MB.
 */
const SETTINGS = {
  shared_buffers: '8MB',
  wal_buffers: '256kB',
  // How much WAL is kept on disk. The default is 1 GB.
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  jit: 'off',
  // This is the only method that reaches the file system, because Emscripten's fdatasync does
  // nothing.
  wal_sync_method: 'fsync',
};

/** PGlite passes `-F`, which would turn fsync off. */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** What a database thread reports: it is ready, or its disk has failed. */
export type DatabaseMessage = 'ready' | { readonly broken: string };

/** Called when the disk has failed. Postgres may loop after that and never return. */
type OnBroken = (error: Error) => void;

/** A host folder with a working fsync. In Emscripten's NODEFS, fsync has no effect. */
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
      // Writes may be lost, and a second fsync would not report that. So Postgres has to stop, and
      // then the thread, unless Postgres loops.
      onBroken(error as Error);
      setImmediate(() => {
        throw error;
      });
      throw error;
    }
  };
}

/**
 * Opens the database in a folder, and creates it if it is missing. A commit is on disk by the time
 * its query has been answered.
 */
export function openPglite(folder: string, onBroken: OnBroken): Promise<PGlite> {
  return PGlite.create({ fs: new DurableFS(folder, onBroken), startParams });
}
