import type { EntryStanding } from '@dipper/contract';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { offersOf } from '../../extract/formats/offers.js';
import { sourceFormat, sourceInfo } from '../../extract/testing/recorded-page.js';
import type { Span } from '../../source/client/source-damaged.js';
import type { ListContext } from '../maker.port.js';
import type { Bundle, ChosenEntry } from '../recipe.js';

export function chosenEntry(at: number, changes: Partial<ChosenEntry> = {}): ChosenEntry {
  return {
    id: `e${at}`,
    url: `https://site.example/${at}`,
    title: `Title ${at}`,
    thumbnailUrl: null,
    uploader: null,
    durationSeconds: null,
    kind: 'media',
    at,
    ...changes,
  };
}

export function bundleRecipe(entries: readonly ChosenEntry[]): Bundle {
  return {
    kind: 'bundle',
    pageUrl: 'https://site.example/list',
    title: 'A list',
    quality: '720p',
    host: 'dipper.example',
    fileName: 'list.zip',
    entries: [...entries],
    total: entries.length,
  };
}

export interface EntryOutcomes {
  /** The contents of an entry's file, or the error that it fails with. */
  readonly file: (at: number) => Buffer | Error;
  readonly damage?: (at: number) => readonly Span[];
}

/** A list maker's context without network or programs, which records the calls that it gets. */
export function listWorld(folder: string, { file, damage = () => [] }: EntryOutcomes) {
  const abort = new AbortController();
  const told: (readonly EntryStanding[])[] = [];
  const world = { told, written: 0, most: 0, abort, context: contextOf(folder) };
  const fileAt = (url: string): Buffer => {
    abort.signal.throwIfAborted();
    const found = file(Number(url.split('/').at(-1)));
    if (found instanceof Error) {
      throw found;
    }
    return found;
  };

  function contextOf(path: string): ListContext {
    return {
      folder: path,
      acceptsDamage: true,
      signal: abort.signal,
      progress: { writing: () => undefined, merging: () => undefined, checking: () => undefined },
      reserve: () => Promise.resolve(),
      count: (bytes) => {
        world.written += bytes;
        world.most = Math.max(world.most, world.written);
      },
      reportEntries: (standings) => void told.push(standings),
      readEntry: ({ url, title }) => {
        fileAt(url);
        const info = { ...sourceInfo([sourceFormat({ url })]), title: title ?? 'A title' };
        const [offer] = offersOf(info);
        return offer === undefined
          ? Promise.reject(new Error('no offer'))
          : Promise.resolve({ pageUrl: url, info: { ...info, publishedOn: '2024-02-29' }, offer });
      },
      readPicture: (url) => Promise.resolve().then(() => fileAt(url)),
      make: async (recipe) => {
        const url = recipe.kind === 'join' ? recipe.pageUrl : '';
        const made = join(path, 'joined');
        await writeFile(made, fileAt(url));
        return { path: made, ext: 'mp4', damage: damage(Number(url.split('/').at(-1))) };
      },
      within: async (_, work) => {
        const part = join(path, 'part');
        await mkdir(part);
        try {
          return await work(contextOf(part));
        } finally {
          await rm(part, { recursive: true });
        }
      },
      fetch: () => Promise.reject(new Error('a list maker must not fetch')),
      fetchSpan: () => Promise.reject(new Error('a list maker must not fetch')),
      read: () => Promise.resolve(null),
      readPieces: () => Promise.resolve(null),
      readAgain: () => Promise.reject(new Error('a list maker must not read a page again')),
    };
  }
  return world;
}
