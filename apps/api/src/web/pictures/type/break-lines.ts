import LineBreaker from 'linebreak';

/** Scripts in which Unicode's rules allow breaks inside words. */
const ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/**
 * Particles and endings, which belong to the previous word, and the second halves of 在线 (online)
 * and 音频 (audio), which ICU splits.
 */
const ENDING = /^(?:\p{Script=Hiragana}{1,4}|的|了|吗|线|频)$/u;

/**
 * Splits a text into parts between which a line may break: following Unicode's rules (UAX #14), but
 * only between words in Japanese, Chinese and Korean.
 */
export function unbreakableParts(text: string, language: string): readonly string[] {
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)];
  const starts = new Set(
    words.filter(({ segment }) => !ENDING.test(segment)).map((it) => it.index),
  );
  const breaker = new LineBreaker(text);
  const parts: string[] = [];
  let start = 0;
  for (let at = breaker.nextBreak(); at !== null; at = breaker.nextBreak()) {
    const { position } = at;
    const part = text.slice(start, position);
    if (
      /\s$/.test(part) ||
      !ANYWHERE.test(text) ||
      starts.has(position) ||
      position === text.length
    ) {
      parts.push(part);
      start = position;
    }
  }
  return parts;
}

/** A range of a text. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/** A part of a text that stays on one line. */
interface Part extends Line {
  readonly width: number;
  /** The end and the width without trailing space. */
  readonly inkEnd: number;
  readonly ink: number;
}

/** Fills lines up to a width. A wider part gets its own line. */
function fill(parts: readonly Part[], width: number): readonly Line[] {
  const lines: Line[] = [];
  let used = 0;
  for (const { start, inkEnd, width: whole, ink } of parts) {
    const last = lines.at(-1);
    if (last === undefined || used + ink > width) {
      lines.push({ start, end: inkEnd });
      used = whole;
    } else {
      lines[lines.length - 1] = { ...last, end: inkEnd };
      used += whole;
    }
  }
  return lines;
}

/**
 * Breaks a text into lines of about equal length.
 * @returns null if a part does not fit, or if there are more lines than allowed
 */
export function breakLines(
  parts: readonly Part[],
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
): readonly Line[] | null {
  const widest = Math.max(0, ...parts.map((part) => part.ink));
  let lines = fill(parts, width);
  if (widest > width || lines.length > maxLines) {
    return null;
  }
  for (let [least, most] = [widest, width]; most - least > width / 100;) {
    const middle = (least + most) / 2;
    const narrower = fill(parts, middle);
    if (narrower.length > lines.length) {
      least = middle;
    } else {
      lines = narrower;
      most = middle;
    }
  }
  return lines;
}
