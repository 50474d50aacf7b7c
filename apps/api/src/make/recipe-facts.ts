import { clockTime, displayBitrate, fileTypeName } from '@dipper/media';
import { isAudioOnly, type Offer, type OfferedFormat } from '../extract/formats/offer.js';
import { offerSize } from '../extract/formats/sizes.js';
import { labelOf, labelParts } from '../extract/formats/to-format.js';
import { type AnyRecipe, type Clip, type Entry, isOwnRecipe, type Recipe } from './recipe.js';

/** The file that a task makes, as shown in a history or a list of downloads. */
export interface TaskFacts {
  /**
   * The original page, from which the file can be downloaded again. For a list without a page, the
   * page of its first entry.
   */
  readonly pageUrl: string;
  readonly title: string;
  /** The performer or uploader, as far as known. */
  readonly artist?: string | null;
  readonly isAudio: boolean;
  /**
   * For example "1080p MP4", "MP3 320 kbps", "Clip 0:10-0:20, 720p MP4" or "12 files as zip".
   * Always in English.
   */
  readonly quality: string;
  readonly durationSeconds: number | null;
  /** Estimated before the file is made; null when unknown. */
  readonly sizeBytes: number | null;
  readonly thumbnailUrl: string | null;
}

export function factsOfOffer({ pageUrl, info, offer }: OfferedFormat): TaskFacts {
  return {
    pageUrl,
    title: info.title,
    artist: info.artist ?? info.uploader,
    isAudio: isAudioOnly(offer),
    quality: offer.convert
      ? soundText(offer.convert.to, offer.convert.bitrate)
      : streamsText(offer),
    durationSeconds: info.durationSeconds,
    sizeBytes: offerSize(offer).bytes,
    thumbnailUrl: info.thumbnailUrl,
  };
}

/** @param isAudio used only for foreign recipes: true if the file has no video */
export function factsOfRecipe(recipe: AnyRecipe, isAudio = false): TaskFacts {
  const facts = {
    pageUrl: recipe.pageUrl,
    title: recipe.title,
    isAudio,
    durationSeconds: null,
    sizeBytes: null,
    thumbnailUrl: null,
  };
  if (!isOwnRecipe(recipe)) {
    const type = recipe.fileName.slice(recipe.fileName.lastIndexOf('.') + 1);
    return { ...facts, quality: fileTypeName(type) };
  }
  return { ...facts, ...ownFacts(recipe) };
}

function ownFacts(recipe: Recipe): Partial<TaskFacts> & Pick<TaskFacts, 'isAudio' | 'quality'> {
  const facts = {
    isAudio: false,
    durationSeconds: 'durationSeconds' in recipe ? recipe.durationSeconds : null,
  };
  switch (recipe.kind) {
    case 'join': {
      const spoken = recipe.captions ? `, subtitles ${recipe.captions.language}` : '';
      return { ...facts, isAudio: recipe.isAudio, quality: streamsText(recipe) + spoken };
    }
    case 'convert':
      return {
        ...facts,
        artist: recipe.tags.artist,
        isAudio: true,
        quality: soundText(recipe.to, recipe.bitrate),
      };
    case 'clip':
      return {
        ...facts,
        isAudio: recipe.as === 'audio',
        quality: clipText(recipe),
        durationSeconds: (recipe.endMs - recipe.startMs) / 1000,
      };
    case 'subtitle':
      return {
        ...facts,
        quality: `Subtitles ${recipe.track.language}, ${fileTypeName(recipe.format)}`,
      };
    case 'bundle': {
      const [first] = recipe.entries;
      const count = recipe.entries.length;
      return {
        ...facts,
        pageUrl: recipe.pageUrl || (first?.url ?? ''),
        title: recipe.title || `${count} downloads`,
        isAudio: isSound(recipe),
        quality: count === 1 ? '1 file as zip' : `${count} files as zip`,
        thumbnailUrl: first?.thumbnailUrl ?? null,
      };
    }
    case 'entry':
      return {
        ...facts,
        // The page from which the entry can be downloaded again. For an image, this is the page of
        // the list.
        pageUrl:
          recipe.entry.kind === 'media' ? recipe.entry.url : recipe.pageUrl || recipe.entry.url,
        title: recipe.entry.title ?? recipe.title,
        artist: recipe.entry.uploader,
        isAudio: recipe.entry.kind === 'media' && isSound(recipe),
        quality: entryText(recipe),
        durationSeconds: recipe.entry.durationSeconds,
        thumbnailUrl: recipe.entry.thumbnailUrl,
      };
  }
}

const isSound = ({ quality }: Pick<Entry, 'quality'>): boolean =>
  quality === 'mp3' || quality === 'sound';

/** The format's label without "video" or "audio", which is shown next to it. */
function streamsText(streams: Pick<Offer, 'main' | 'sound' | 'container'>): string {
  const offer: Offer = { kind: 'merge', recommended: false, ...streams };
  return isAudioOnly(offer)
    ? soundText(offer.container, labelParts(offer).bitrate)
    : labelOf(offer);
}

function soundText(type: string, bitrate: number | null): string {
  return [fileTypeName(type), bitrate === null ? '' : displayBitrate(bitrate)]
    .filter(Boolean)
    .join(' ');
}

function clipText({ as, startMs, endMs, container, main, sound }: Clip): string {
  const times = `Clip ${clockTime(startMs / 1000)}-${clockTime(endMs / 1000)}`;
  return `${times}, ${as === 'video' ? streamsText({ main, sound, container }) : fileTypeName(container)}`;
}

/** The requested quality. The actual stream is known only once the entry's page has been read. */
function entryText({ entry, quality }: Entry): string {
  if (entry.kind === 'picture') {
    return 'Picture';
  }
  switch (quality) {
    case 'best':
      return 'Best quality';
    case 'sound':
      return 'Audio';
    case 'mp3':
      return 'MP3';
    default:
      return quality;
  }
}
