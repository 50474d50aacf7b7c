import type { SubtitleTrack } from '../../../extract/source-info.js';
import type { Cue } from '../../subtitle/cue.js';
import { writeSubtitle } from '../../subtitle/write-subtitle.js';
import { languageCode } from './language-code.js';

/** How subtitles are kept in a container. Text is copied where the container takes it as it is. */
const CODECS: Readonly<Record<string, { readonly codec: string; readonly format: 'srt' | 'vtt' }>> =
  {
    mp4: { codec: 'mov_text', format: 'srt' },
    mov: { codec: 'mov_text', format: 'srt' },
    webm: { codec: 'copy', format: 'vtt' },
    mkv: { codec: 'copy', format: 'srt' },
  };

/** Room in an index for each time that the shown text changes, and for a track of text, bytes. */
const INDEX_BYTES = { change: 32, track: 2048 };
/** Options of ffmpeg for the file of subtitles: it reads nothing else, and names no other files. */
export const CAPTION_INPUT: readonly string[] = ['-format_whitelist', 'srt,webvtt'];
const MAX_NAME = 100;

/** The container of a file with subtitles, for one without. */
export function captionedContainer(container: string): string {
  return CODECS[container] === undefined ? 'mkv' : container;
}

/** Whether a container keeps texts as samples, one at a time, with a switch for the whole track. */
export function keepsSamples(container: string): boolean {
  return CODECS[container]?.codec === 'mov_text';
}

/**
 * Cues as they are shown in a container, until its picture ends.
 * @param seconds how long the picture lasts; 0 when nobody knows.
 */
export function shownCues(cues: readonly Cue[], container: string, seconds: number): Cue[] {
  const last = seconds === 0 ? Infinity : seconds;
  const within = cues
    .filter(({ start }) => start < last)
    .map((cue) => ({ ...cue, end: Math.min(cue.end, last) }));
  return keepsSamples(container) ? withoutOverlaps(within) : within;
}

/** The text that ffmpeg reads. */
export function captionText(cues: readonly Cue[], container: string): string {
  // ffmpeg takes "<" for a tag, "\N" for the end of a line, and entities for letters; a word joiner
  // behind the first letter keeps it from that, and is not seen.
  const escaped = keepsSamples(container)
    ? cues.map((cue) => ({ ...cue, text: cue.text.replace(/[<\\]|&(?=\w{1,8};)/g, '$&\u2060') }))
    : cues;
  return writeSubtitle(escaped, CODECS[container]?.format ?? 'srt');
}

/**
 * ffmpeg's options for a track of subtitles that nobody sees who does not ask for it.
 * @param input the place of its file.
 */
export function captionOptions(
  { language, name, machine }: Pick<SubtitleTrack, 'language' | 'name' | 'machine'>,
  { container, input }: { container: string; input: number },
): string[] {
  const title = nameOf(language, name) + (machine ? ' (auto)' : '');
  return [
    ...['-map', `${input}:s:0`, '-c:s', CODECS[container]?.codec ?? 'copy'],
    ...['-metadata:s:s:0', `language=${languageCode(language)}`],
    // MP4 has no other place for the name of a track.
    ...['-metadata:s:s:0', `${keepsSamples(container) ? 'handler_name' : 'title'}=${title}`],
    ...['-disposition:s:0', '0'],
  ];
}

/** What the texts take in the index of an MP4, bytes. */
export function captionIndexBytes(cues: readonly Cue[]): number {
  return INDEX_BYTES.track + 2 * cues.length * INDEX_BYTES.change;
}

/** In the language itself; else as the site has it. */
function nameOf(language: string, name: string | null): string {
  try {
    const own = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
    return own.of(language) ?? name ?? language;
  } catch {
    return (name ?? language).replace(/\p{Cc}/gu, '').slice(0, MAX_NAME);
  }
}

/** What is shown at once as one cue: a track of samples shows the last that has begun. */
function withoutOverlaps(cues: readonly Cue[]): Cue[] {
  const moments = [...new Set(cues.flatMap(({ start, end }) => [start, end]))].sort(
    (a, b) => a - b,
  );
  const flat: Cue[] = [];
  let next = 0;
  let active: Cue[] = [];
  moments.forEach((start, at) => {
    active = active.filter(({ end }) => end > start);
    for (let cue = cues[next]; cue !== undefined && cue.start <= start; cue = cues[next]) {
      active = [...active, cue].slice(-MOST_AT_ONCE);
      next += 1;
    }
    const end = moments[at + 1] ?? start;
    if (active.length > 0 && end - start >= LEAST_SECONDS) {
      flat.push({ start, end, text: active.map(({ text }) => text).join('\n') });
    }
  });
  return flat;
}

/** Nobody reads more. */
const MOST_AT_ONCE = 6;
/** Less is a rounding. */
const LEAST_SECONDS = 0.001;
