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
const SENTENCE_END = /[.!?…。！？؟।][\s"'”’»」』)\]]*$/u;
/** Characters of scripts that are written without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF00-\uFFEF]/u;

/**
 * The cues as running text without times. A new paragraph begins at pauses, at changes of speaker,
 * and after a certain length.
 */
export function transcript(cues: readonly Cue[]): string {
  const paragraphs: string[] = [];
  cues.forEach(({ start, text }, at) => {
    const pause = start - (cues[at - 1]?.end ?? start);
    text.split('\n').forEach((line, inCue) => {
      const last = paragraphs.at(-1);
      const isNew =
        last === undefined ||
        SPEAKER.test(line) ||
        last.length > LONGEST ||
        (inCue === 0 &&
          SENTENCE_END.test(last) &&
          (pause >= PAUSE_SECONDS || last.length > LONG)) ||
        (inCue === 0 && pause >= 2 * PAUSE_SECONDS);
      if (isNew) {
        paragraphs.push(line);
      } else {
        paragraphs[paragraphs.length - 1] = `${last}${gap(last, line)}${line}`;
      }
    });
  });
  return paragraphs.map((paragraph) => `${paragraph}\n`).join('\n');
}

function gap(before: string, after: string): string {
  return UNSPACED.test(before.slice(-1)) && UNSPACED.test(after.slice(0, 1)) ? '' : ' ';
}
