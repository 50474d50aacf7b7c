import type { RawCue } from '../cue.js';

/** As Advanced SubStation has them where the file does not say. */
const FIELDS = [
  'layer',
  'start',
  'end',
  'style',
  'name',
  'marginl',
  'marginr',
  'marginv',
  'effect',
  'text',
];

/** Effects go letter by letter at times; more is no line of text, characters. */
const LONGEST_LINE = 20_000;

/** Cues of SubStation Alpha (ASS, SSA): its dialogue, without styles, drawings and comments. */
export function parseAss(text: string): RawCue[] {
  let fields = FIELDS;
  let isEvents = false;
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    if (line.length > LONGEST_LINE) {
      return [];
    }
    if (line.startsWith('[')) {
      isEvents = /^\[events\]/i.test(line);
    } else if (isEvents && /^format\s?:/i.test(line)) {
      fields = line
        .slice(line.indexOf(':') + 1)
        .split(',')
        .map((name) => name.trim().toLowerCase());
    } else if (isEvents && /^dialogue\s?:/i.test(line)) {
      return dialogue(line.slice(line.indexOf(':') + 1), fields);
    }
    return [];
  });
}

function dialogue(line: string, fields: readonly string[]): RawCue[] {
  const values = line.split(',');
  const valueOf = (name: string): string => values[fields.indexOf(name)] ?? '';
  // The text comes last, and may have commas of its own.
  const markup = values.slice(fields.length - 1).join(',');
  return /\{[^{}]*\\p[1-9]/.test(markup)
    ? []
    : [{ start: secondsOf(valueOf('start')), end: secondsOf(valueOf('end')), text: plain(markup) }];
}

function plain(markup: string): string {
  return markup
    .replace(/\{[^{}]*\}/g, '')
    .replace(/\\[Nn]/g, '\n')
    .replace(/\\h/g, ' ');
}

/** "1:02:03.45". */
function secondsOf(time: string): number {
  const [, hours, minutes, seconds] =
    /^\s*(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\s*$/.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
