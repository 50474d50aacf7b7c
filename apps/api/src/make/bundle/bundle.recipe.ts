import type { BundleWish, EntryWish } from '@dipper/contract';
import { detectPlatform, suggestFilename } from '@dipper/media';
import type { ListTarget } from '../../extract/list-target.js';
import type { EntryRef } from '../../extract/source-info.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Bundle, ChosenEntry, Entry } from '../recipe.js';

/**
 * Builds the recipe for one zip of list entries, in list order and without duplicates.
 * @param host the visitor's Host header, which determines the file names and the disabled sites.
 * @throws DomainError WISH_NOT_POSSIBLE if an entry is not in the list.
 */
export function bundleOf(
  { entries, quality, language }: BundleWish,
  listed: ListTarget,
  host: string,
): Bundle {
  const ids = new Set(entries);
  const chosen = listed.entries.flatMap((entry, at) =>
    ids.has(entry.id) ? [{ ...entry, at }] : [],
  );
  if (new Set(chosen.map(({ id }) => id)).size !== ids.size) {
    throw new DomainError('WISH_NOT_POSSIBLE');
  }
  const { pageUrl, title } = listed;
  return {
    kind: 'bundle',
    ...{ pageUrl, title, quality, host },
    fileName: nameOf({ pageUrl, title, quality, ext: 'zip' }, host),
    entries: chosen,
    total: listed.entries.length,
    ...(language !== undefined && { language }),
  };
}

/**
 * Builds the recipe for one entry as a plain file. Its file name is a guess until the page has been
 * read.
 * @throws DomainError WISH_NOT_POSSIBLE if the entry is not in the list.
 */
export function entryOf(
  { entry: id, quality }: EntryWish,
  listed: ListTarget,
  host: string,
): Entry {
  const entry = listed.entries.find((one) => one.id === id);
  if (entry === undefined) {
    throw new DomainError('WISH_NOT_POSSIBLE');
  }
  const { pageUrl } = listed;
  const title = entry.title ?? listed.title;
  return {
    kind: 'entry',
    ...{ pageUrl, title, quality, host, entry: chosenOf(entry, listed) },
    fileName: nameOf(
      { pageUrl: entry.url, title, quality: null, ext: guessedType(entry, quality) },
      host,
    ),
  };
}

function chosenOf(entry: EntryRef, { entries }: ListTarget): ChosenEntry {
  return { ...entry, at: entries.indexOf(entry) };
}

function guessedType({ kind }: EntryRef, quality: EntryWish['quality']): string {
  if (kind === 'picture') {
    return 'jpg';
  }
  return quality === 'mp3' ? 'mp3' : quality === 'sound' ? 'm4a' : 'mp4';
}

interface NameParts {
  readonly pageUrl: string;
  readonly title: string;
  readonly quality: string | null;
  readonly ext: string;
}

function nameOf({ pageUrl, title, quality, ext }: NameParts, host: string): string {
  const platform = detectPlatform(pageUrl)?.id;
  return suggestFilename({
    host: host.replace(/:\d+$/, ''),
    source: platform ?? '',
    resolution: quality,
    ...{ platform, title, ext },
  });
}

/**
 * The file name for an image in a list.
 * @param ext extension without the dot, detected from the image's bytes.
 */
export function pictureName(
  { url, title }: Pick<EntryRef, 'url' | 'title'>,
  { pageUrl, title: listTitle, host }: Pick<Bundle | Entry, 'pageUrl' | 'title' | 'host'>,
  ext: string,
): string {
  const page = pageUrl === '' ? url : pageUrl;
  return nameOf({ pageUrl: page, title: title ?? listTitle, quality: null, ext }, host);
}
