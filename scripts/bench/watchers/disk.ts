import { readdirSync, statSync, watch, type FSWatcher, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Times in epoch milliseconds. */
export interface OnDisk {
  started: number;
  fetched: number;
  written: number;
  published: number;
  /** The run had written its file before we could watch it. */
  isLate: boolean;
}

/**
 * Watches the files of a server's only run, to time its parts independently of the server's own
 * reports.
 */
export function watchDisk(media: string): { seen: OnDisk; stop: () => void } {
  const seen = { started: NaN, fetched: NaN, written: NaN, published: NaN, isLate: false };
  const [work, files] = [join(media, 'work'), join(media, 'files')];
  const [known, finished] = [readdirSync(work), readdirSync(files)];
  const watchers: FSWatcher[] = [];
  const statOf = (...path: string[]): Stats | undefined =>
    statSync(join(...path), { throwIfNoEntry: false });
  let size = 0;
  const look = (run: string, name: string): void => {
    const found = statOf(work, run, name);
    if (found && name.startsWith('source-')) {
      seen.fetched = found.mtimeMs;
    } else if (found && name === 'made' && found.size > size) {
      // Only when the size changes: publishing changes the times, too.
      ({ size, mtimeMs: seen.written } = found);
    }
  };
  const watchRun = (run: string): void => {
    known.push(run);
    try {
      seen.started = statSync(join(work, run)).birthtimeMs;
      watchers.push(watch(join(work, run), (_, name) => look(run, name ?? '')));
      const there = readdirSync(join(work, run));
      there.forEach((name) => look(run, name));
      seen.isLate = there.includes('made') || readdirSync(files).length > finished.length;
    } catch {
      seen.isLate = true;
    }
  };
  watchers.push(
    watch(work, (_, name) => {
      if (name !== null && !known.includes(name)) {
        watchRun(name);
      }
    }),
    watch(files, (_, name) => {
      const published = statOf(files, name ?? '')?.ctimeMs ?? NaN;
      seen.published = Number.isNaN(seen.published) ? published : seen.published;
    }),
  );
  return { seen, stop: () => watchers.forEach((watcher) => watcher.close()) };
}
