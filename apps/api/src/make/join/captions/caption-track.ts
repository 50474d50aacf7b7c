import { oneLine } from '@dipper/media';
import type { SubtitleTrack } from '../../../extract/source-info.js';
import type { Cue } from '../../subtitle/cue.js';
import { plainCueText } from '../../subtitle/parse/cue-text.js';
import { writeSubtitle } from '../../subtitle/write-subtitle.js';
import { languageCode } from './language-code.js';

/**
 * The subtitle codec of each container, and the format of the file that ffmpeg reads. A container
 * that takes this format unchanged gets a copy.
 */
const CODECS: Readonly<Record<string, { readonly codec: string; readonly format: 'srt' | 'vtt' }>> =
  {
    mp4: { codec: 'mov_text', format: 'srt' },
    mov: { codec: 'mov_text', format: 'srt' },
    webm: { codec: 'copy', format: 'vtt' },
    mkv: { codec: 'copy', format: 'srt' },
  };

/** Index space in bytes for each change of the displayed text, and for the text track itself. */
const INDEX_BYTES = { change: 32, track: 2048 };
/**
 * Input options for the subtitle file. Other formats are forbidden, because they may refer to other
 * files.
 */
export const CAPTION_INPUT: readonly string[] = ['-format_whitelist', 'srt,webvtt'];
const MAX_NAME = 100;

/**
 * The container to use for a file with subtitles: the given one if it can hold them, otherwise mkv.
 */
export function captionedContainer(container: string): string {
  return CODECS[container] === undefined ? 'mkv' : container;
}

/**
 * Whether a container stores cues as samples. In such a container, only one sample is shown at a
 * time, and the track can be disabled.
 */
export function keepsSamples(container: string): boolean {
  return CODECS[container]?.codec === 'mov_text';
}

/**
 * The cues as players show them from this container, up to the end of the video. Where markup is
 * not escaped, cues without any other text are dropped, because players show nothing.
 * @param seconds duration of the video in seconds; 0 when unknown.
 */
export function shownCues(cues: readonly Cue[], container: string, seconds: number): Cue[] {
  const last = seconds === 0 ? Infinity : seconds;
  const within = cues
    .filter(({ start }) => start < last)
    .map((cue) => ({ ...cue, end: Math.min(cue.end, last) }));
  return keepsSamples(container)
    ? withoutOverlaps(within)
    : within.filter(({ text }) => plainCueText(text) !== '');
}

/** The contents of the subtitle file that ffmpeg reads. */
export function captionText(cues: readonly Cue[], container: string): string {
  // ffmpeg parses "<" as a tag, "\N" as a line break, and entities as characters. An invisible word
  // joiner after the first character of each prevents that.
  const escaped = keepsSamples(container)
    ? cues.map((cue) => ({ ...cue, text: cue.text.replace(/[<\\]|&(?=\w{1,8};)/g, '$&\u2060') }))
    : cues;
  return writeSubtitle(escaped, CODECS[container]?.format ?? 'srt');
}

/**
 * ffmpeg options for a subtitle track that is off by default.
 * @param input index of the subtitle file among the inputs.
 */
export function captionOptions(
  { language, name, machine }: Pick<SubtitleTrack, 'language' | 'name' | 'machine'>,
  { container, input }: { container: string; input: number },
): string[] {
  const title = nameOf(language, name) + (machine ? ' (auto)' : '');
  return [
    ...['-map', `${input}:s:0`, '-c:s', CODECS[container]?.codec ?? 'copy'],
    ...['-metadata:s:s:0', `language=${languageCode(language)}`],
    // In MP4, a track's name can only be stored as `handler_name`.
    ...['-metadata:s:s:0', `${keepsSamples(container) ? 'handler_name' : 'title'}=${title}`],
    ...['-disposition:s:0', '0'],
  ];
}

/** Number of bytes that the cues take up in the index of an MP4. */
export function captionIndexBytes(cues: readonly Cue[]): number {
  return INDEX_BYTES.track + 2 * cues.length * INDEX_BYTES.change;
}

/** The language's name in that language; otherwise the site's name for it. */
function nameOf(language: string, name: string | null): string {
  const given = oneLine((name ?? language).slice(0, MAX_NAME));
  try {
    const own = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
    return own.of(language) ?? given;
  } catch {
    return given;
  }
}

/** Merges cues that overlap, because a sample track shows only the latest cue. */
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

/** Maximum number of cues shown at once. More would be unreadable. */
const MOST_AT_ONCE = 6;
/** In seconds. Shorter cues are rounding errors. */
const LEAST_SECONDS = 0.001;
