import { clockTime, displayBitrate, fileTypeName } from '@dipper/media';
import { isAudioOnly, type Offer, type Offered } from '../extract/formats/offer.js';
import { offerSize } from '../extract/formats/sizes.js';
import { labelOf, labelParts } from '../extract/formats/to-format.js';
import type { Clip, Entry, Recipe } from './recipe.js';

/** What a task makes, for people: what a list of downloads says of it. */
export interface TaskFacts {
  /** Where it comes from, and is found again: its page; of a list that has none, that of its first entry. */
  readonly pageUrl: string;
  readonly title: string;
  /** Plays without a picture. */
  readonly isAudio: boolean;
  /** In English: "1080p MP4", "MP3 320 kbps", "Clip 0:10-0:20, 720p MP4", "12 files as zip". */
  readonly quality: string;
  /** Of what is in the file; null where that is not known. */
  readonly durationSeconds: number | null;
  /** As far as is known before it is made; null where nothing is. */
  readonly sizeBytes: number | null;
  /** Handed out with its page or list; null where it has none, or none is known. */
  readonly thumbnailUrl: string | null;
}

/** What stands behind the id of an offer. */
export function factsOfOffer({ pageUrl, info, offer }: Offered): TaskFacts {
  return {
    pageUrl,
    title: info.title,
    isAudio: isAudioOnly(offer),
    quality: offer.convert
      ? soundText(offer.convert.to, offer.convert.bitrate)
      : streamsText(offer),
    durationSeconds: info.durationSeconds,
    sizeBytes: offerSize(offer).bytes,
    thumbnailUrl: info.thumbnailUrl,
  };
}

/** What a recipe makes. */
export function factsOfRecipe(recipe: Recipe): TaskFacts {
  const facts = {
    pageUrl: recipe.pageUrl,
    title: recipe.title,
    isAudio: false,
    durationSeconds: 'durationSeconds' in recipe ? recipe.durationSeconds : null,
    sizeBytes: null,
    thumbnailUrl: null,
  };
  switch (recipe.kind) {
    case 'join': {
      const spoken = recipe.captions ? `, subtitles ${recipe.captions.language}` : '';
      return { ...facts, isAudio: recipe.isAudio, quality: streamsText(recipe) + spoken };
    }
    case 'convert':
      return { ...facts, isAudio: true, quality: soundText(recipe.to, recipe.bitrate) };
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
        // The page of the entry itself: from there it is made again. That of a picture is its list.
        pageUrl:
          recipe.entry.kind === 'media' ? recipe.entry.url : recipe.pageUrl || recipe.entry.url,
        title: recipe.entry.title ?? recipe.title,
        isAudio: recipe.entry.kind === 'media' && isSound(recipe),
        quality: entryText(recipe),
        durationSeconds: recipe.entry.durationSeconds,
        thumbnailUrl: recipe.entry.thumbnailUrl,
      };
  }
}

const isSound = ({ quality }: Pick<Entry, 'quality'>): boolean =>
  quality === 'mp3' || quality === 'sound';

/** What formats are called, without the word that tells sounds from pictures: that is said beside it. */
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

/** What an entry was asked for as; which stream that came to is known where it is made. */
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
