import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ begun: number, fetched: number, muxed: number, published: number }} OnDisk epoch milliseconds
 */

/**
 * Watches what the one run on a server puts on the disk: the only clock of its parts that does not
 * depend on what the server says of itself.
 * @param {string} media folder of the server
 */
export function watchDisk(media) {
  const now = () => performance.timeOrigin + performance.now();
  /** @type {OnDisk} */
  const seen = { begun: NaN, fetched: NaN, muxed: NaN, published: NaN };
  const known = new Set(readdirSync(join(media, 'work')));
  let size = 0;
  // Publishing changes its times.
  const grows = (/** @type {string} */ path) => {
    const before = size;
    size = statSync(path, { throwIfNoEntry: false })?.size ?? size;
    return size > before;
  };
  /** @type {import('node:fs').FSWatcher[]} */
  const watchers = [];
  const watchRun = (/** @type {string} */ run) => {
    known.add(run);
    seen.begun = now();
    watchers.push(
      watch(join(media, 'work', run), (event, name) => {
        if (name === null || event !== 'change') {
          return;
        }
        if (name.startsWith('source-') && Number.isNaN(seen.muxed)) {
          seen.fetched = now();
        } else if (name === 'joined' && grows(join(media, 'work', run, name))) {
          seen.muxed = now();
        }
      }),
    );
  };
  watchers.push(
    watch(join(media, 'work'), (_, name) => {
      if (name !== null && !known.has(name)) {
        watchRun(name);
      }
    }),
    watch(join(media, 'files'), () => {
      if (Number.isNaN(seen.published)) {
        seen.published = now();
      }
    }),
  );
  return { seen, stop: () => watchers.forEach((watcher) => watcher.close()) };
}
