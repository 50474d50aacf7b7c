import { type Choice, soundFormats } from '@dipper/client';
import type { Format, ListQuality, Subtitles, VideoInfo } from '@dipper/contract';
import type { Wanted } from '../arguments/parse.js';
import { unavailable } from '../exit-codes.js';

const HEIGHT = /^(\d{3,4})p?(\d{2,3})?$/i;

function recommendedOf(info: VideoInfo): Format {
  const found = info.formats.find(({ recommended }) => recommended) ?? info.formats[0];
  if (found === undefined) {
    throw new Error('A result has at least one format (contract)');
  }
  return found;
}

/** "1080p60", or "1080p" for any frame rate. The original language comes first. */
function atHeight(formats: readonly Format[], text: string): Format | undefined {
  const [, height, rate] = HEIGHT.exec(text) ?? [];
  if (height === undefined) {
    return undefined;
  }
  const wanted = `${height}p${rate ?? ''}`;
  const exactly = ({ quality }: Format) => quality === wanted;
  const anyRate = ({ quality }: Format) =>
    rate === undefined && quality !== null && new RegExp(`^${wanted}\\d+$`).test(quality);
  const videos = formats.filter(({ is_audio_only }) => !is_audio_only);
  const original = videos.filter(({ language }) => language === null);
  return [original, videos]
    .flatMap((group) => [
      group.find((format) => exactly(format) && format.recommended),
      group.find(exactly),
      group.find(anyRate),
    ])
    .find((format) => format !== undefined);
}

/**
 * Finds a format by the value of -f.
 * @throws CommandError that lists the available formats
 */
export function findFormat(info: VideoInfo, text: string): Format {
  const { formats } = info;
  if (text.toLowerCase() === 'best') {
    return recommendedOf(info);
  }
  const row = /^\d{1,2}$/.test(text) ? formats[Number(text) - 1] : undefined;
  const found =
    row ?? atHeight(formats, text) ?? formats.find(({ format_id }) => format_id === text);
  if (found === undefined) {
    const there = [...new Set(formats.flatMap(({ quality }) => (quality ? [quality] : [])))];
    const rows = `best or a number from 1 to ${formats.length}`;
    throw unavailable(`There is no ${text} here. Choose ${[...there, rows].join(', ')}.`);
  }
  return found;
}

/**
 * Finds subtitles in a language: with the same tag, or a variant of it. Subtitles written by people
 * come first.
 */
export function findSubtitles(info: VideoInfo, wanted: string): Subtitles {
  const tag = wanted.toLowerCase();
  const byPeople = [...info.subtitles].sort((a, b) => Number(a.machine) - Number(b.machine));
  const found =
    byPeople.find(({ language }) => language.toLowerCase() === tag) ??
    byPeople.find(({ language }) => language.toLowerCase().startsWith(`${tag}-`));
  if (found === undefined) {
    const there = info.subtitles.map(({ language }) => language);
    throw unavailable(
      there.length === 0
        ? 'This item has no subtitles.'
        : `There are no subtitles in ${wanted}. Choose one of ${there.join(', ')}.`,
    );
  }
  return found;
}

/** @throws CommandError if no other file can be made from the format */
function offerOf({ offer_id, label }: Format): string {
  if (offer_id === '') {
    throw unavailable(`Nothing else can be made from ${label}. Choose another format with -f.`);
  }
  return offer_id;
}

function audioIn(info: VideoInfo, type: NonNullable<Wanted['audio']>): Choice {
  const { best, ofType } = soundFormats(info.formats, type === 'best' ? null : type);
  if (type === 'best') {
    const found = best ?? info.formats.find(({ is_audio_only }) => is_audio_only);
    if (found === undefined) {
      throw unavailable('The source has no separate audio. Choose a type: --audio mp3.');
    }
    return found;
  }
  return (
    ofType ?? {
      offerId: offerOf(best ?? recommendedOf(info)),
      wish: { kind: 'convert', to: type },
    }
  );
}

/**
 * Decides which file to make from an item.
 * @throws CommandError if the item doesn't offer it
 */
export function chooseIn(info: VideoInfo, wanted: Wanted): Choice {
  const { format, audio, clip, subtitles } = wanted;
  if (subtitles !== null) {
    const { language, machine } = findSubtitles(info, subtitles.language);
    const which = { language, ...(machine && { machine }) };
    return format === null
      ? {
          offerId: offerOf(recommendedOf(info)),
          wish: { kind: 'subtitle', format: subtitles.as, ...which },
        }
      : { offerId: offerOf(findFormat(info, format)), wish: { kind: 'captioned', ...which } };
  }
  if (clip !== null) {
    const { start, end } = clip;
    const as = clip.as ?? (audio === null ? undefined : 'audio');
    const source = findFormat(info, format ?? 'best');
    return { offerId: offerOf(source), wish: { kind: 'clip', start, end, ...(as && { as }) } };
  }
  return audio !== null ? audioIn(info, audio) : findFormat(info, format ?? 'best');
}

const QUALITIES: readonly ListQuality[] = ['best', '2160p', '1080p', '720p', '480p', '360p'];

/** Returns the quality for the files of a list. @throws CommandError */
export function qualityOf(wanted: Wanted | null): ListQuality {
  if (wanted?.audio === 'mp3') {
    return 'mp3';
  }
  if (wanted?.audio === 'best') {
    return 'sound';
  }
  if (wanted?.audio) {
    throw unavailable('The audio of a list can be best or mp3. Save other types one by one.');
  }
  const text = wanted?.format ?? '720p';
  const found = QUALITIES.find((quality) => quality === text.toLowerCase());
  if (found === undefined) {
    throw unavailable(`The items of a list can be ${QUALITIES.join(', ')}, not ${text}.`);
  }
  return found;
}
