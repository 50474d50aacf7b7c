import { clockTime } from '@dipper/media';
import type { Chapter } from '../../extract/source-info.js';
import type { Cue } from './cue.js';

/**
 * A pause of this many seconds ends a paragraph if a sentence ends there. A pause twice as long
 * always does.
 */
const PAUSE_SECONDS = 3;
/**
 * After `LONG` characters, a paragraph ends with the next sentence; after `LONGEST`, with the
 * current line.
 */
const LONG = 600;
const LONGEST = 1500;

/** The start of a line with a new speaker, such as "- No.", ">> No." or "ADA: No." */
const SPEAKER = /^(?:[-–—] ?\S|>> ?\S|\p{Lu}[^\s:]{0,30}(?: [^\s:]{1,30}){0,2}: )/u;
/**
 * The mark for a new speaker in captions for the deaf. It is removed, because each speaker gets a
 * new paragraph.
 */
const SPEAKER_MARK = /^>{2,3} ?/;
const SENTENCE_END = /[.!?…。！？؟।][\s"'”’»」』)\]]*$/u;
/** Characters of scripts that are written without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF00-\uFFEF]/u;

/** Facts about the item that a transcript contains. */
export interface About {
  readonly title: string;
  readonly pageUrl: string;
  readonly chapters?: readonly Chapter[] | undefined;
}

interface Paragraph {
  /** In seconds. */
  readonly start: number;
  readonly text: string;
}

/** The cues as running text without times. */
export function transcript(cues: readonly Cue[]): string {
  return blocks(paragraphs(cues).map(({ text }) => text));
}

/**
 * The cues as Markdown: the item's title and page, its chapters as headings, and paragraphs that
 * begin with their time.
 */
export function markdownTranscript(
  cues: readonly Cue[],
  { title, pageUrl, chapters = [] }: About,
): string {
  const waiting = [...chapters].sort((a, b) => a.startSeconds - b.startSeconds);
  const starts = waiting.map(({ startSeconds }) => startSeconds);
  const text = paragraphs(cues, starts).flatMap((paragraph) => {
    // A chapter without speech has no heading.
    const begun = waiting.filter(({ startSeconds }) => startSeconds <= paragraph.start);
    const heading = waiting.splice(0, begun.length).at(-1);
    return [
      ...(heading === undefined ? [] : [`## ${markdown(heading.title)}`]),
      `**${clockTime(Math.floor(paragraph.start))}** ${markdown(paragraph.text)}`,
    ];
  });
  return blocks([`# ${markdown(title)}`, `<${new URL(pageUrl).href}>`, ...text]);
}

/**
 * Starts a new paragraph at pauses, at changes of speaker, after a certain length, and at the given
 * times.
 */
function paragraphs(cues: readonly Cue[], breaks: readonly number[] = []): Paragraph[] {
  const found: Paragraph[] = [];
  cues.forEach(({ start, text }, at) => {
    const before = cues[at - 1];
    const pause = start - (before?.end ?? start);
    const isBreak = breaks.some((time) => time <= start && time > (before?.start ?? -1));
    text.split('\n').forEach((given, inCue) => {
      const last = found.at(-1);
      const line = given.replace(SPEAKER_MARK, '');
      if (line === '') {
        return;
      }
      const isNew =
        last === undefined ||
        SPEAKER.test(given) ||
        last.text.length > LONGEST ||
        (inCue === 0 && (isBreak || isLongPause(pause, last.text)));
      if (isNew) {
        found.push({ start, text: line });
      } else {
        found[found.length - 1] = { ...last, text: `${last.text}${gap(last.text, line)}${line}` };
      }
    });
  });
  return found;
}

function isLongPause(seconds: number, before: string): boolean {
  return (
    seconds >= 2 * PAUSE_SECONDS ||
    (SENTENCE_END.test(before) && (seconds >= PAUSE_SECONDS || before.length > LONG))
  );
}

function blocks(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('\n');
}

/**
 * Characters that are markup within a line of Markdown. Nothing else is escaped, because many
 * people read Markdown unrendered.
 */
const MARKUP =
  /[\\`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|(?<=\])\(|<(?=[a-z/!?])|&(?=#?\w{1,32};)/giu;

function markdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(MARKUP, '\\$&');
}

function gap(before: string, after: string): string {
  return UNSPACED.test(before.slice(-1)) && UNSPACED.test(after.slice(0, 1)) ? '' : ' ';
}
