import { extensionOf } from '@dipper/media';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListQuality } from '@dipper/contract';
import { hasAudio, isVideo, type OfferedFormat } from '../../extract/formats/offer.js';
import { imageType } from '../../infra/http/reply/image-type.js';
import { joinOf } from '../join/join.recipe.js';
import type { ListContext, Made } from '../maker.port.js';
import type { Bundle, ChosenEntry, Entry, Recipe } from '../recipe.js';
import { offerRecipe } from '../wishes.js';
import { pictureName } from './bundle.recipe.js';

export interface MadeEntry extends Made {
  readonly fileName: string;
  /** Publication date (YYYY-MM-DD); null if the page doesn't give one. */
  readonly publishedOn: string | null;
}

type OfList = Pick<Bundle | Entry, 'pageUrl' | 'title' | 'host' | 'quality'>;

/**
 * Reads an entry's page, chooses an offer, and makes its file right away. The page is always read
 * again, because the data in the list may be hours old.
 * @param onTitle called with the title on the entry's page.
 * @throws DomainError with any code that reading a page or running a task can produce; the signal's
 *   reason.
 */
export async function makeEntry(
  entry: ChosenEntry,
  list: OfList,
  context: ListContext,
  onTitle: (title: string) => void = () => undefined,
): Promise<MadeEntry> {
  if (entry.kind === 'picture') {
    return makePicture(entry, list, context);
  }
  const { quality, host } = list;
  const offered = await context.readEntry(entry, quality, host);
  onTitle(offered.info.title);
  const recipe = recipeOf(offered, quality, host);
  const made = await context.make(recipe);
  return {
    ...made,
    fileName: withExtension(made.fileName ?? recipe.fileName, made.ext),
    publishedOn: offered.info.publishedOn ?? null,
  };
}

function recipeOf(offered: OfferedFormat, quality: ListQuality, host: string): Recipe {
  if (quality === 'mp3') {
    return offerRecipe({ kind: 'convert', to: 'mp3' }, offered, host);
  }
  // Extract the audio if the page offers it only as part of a video. AAC is copied.
  return quality === 'sound' && isVideo(offered.offer) && hasAudio(offered.offer)
    ? offerRecipe({ kind: 'convert', to: 'm4a' }, offered, host)
    : joinOf(offered, host);
}

async function makePicture(
  entry: ChosenEntry,
  list: OfList,
  context: ListContext,
): Promise<MadeEntry> {
  const bytes = await context.readPicture(entry.url, list);
  const path = join(context.folder, 'picture');
  await context.reserve(bytes.length);
  await writeFile(path, bytes);
  context.count(bytes.length);
  const ext = (imageType(bytes) ?? '').replace(/^image\//, '').replace('jpeg', 'jpg');
  return { path, ext, damage: [], fileName: pictureName(entry, list, ext), publishedOn: null };
}

/**
 * Replaces a file name's extension with the actual one. Some makers choose it only when they finish
 * the file.
 */
function withExtension(fileName: string, ext: string): string {
  const before = extensionOf(fileName);
  const stem = before === null ? fileName : fileName.slice(0, -before.length - 1);
  return before === ext ? fileName : `${stem}.${ext}`;
}
