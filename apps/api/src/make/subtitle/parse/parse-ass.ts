import { TimeSlice } from '../../../infra/process/time-slice.js';
import { MAX_CUES, type RawCue } from '../cue.js';
import { linesOf } from './lines-of.js';

/** The usual fields of Advanced SubStation Alpha, for files that don't declare their own. */
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

/**
 * Maximum length of a line in characters. Karaoke effects can tag every letter, but a longer line
 * is not text.
 */
const LONGEST_LINE = 20_000;

/** Parses SubStation Alpha (ASS, SSA): its dialogue, without styles, drawings and comments. */
export async function parseAss(text: string): Promise<RawCue[]> {
  const cues: RawCue[] = [];
  const slice = new TimeSlice();
  let fields = FIELDS;
  let isEvents = false;
  for (const line of linesOf(text)) {
    if (slice.isOver) {
      await slice.rest();
    }
    if (line.length > LONGEST_LINE) {
      continue;
    }
    if (line.startsWith('[')) {
      isEvents = /^\[events\]/i.test(line);
    } else if (isEvents && /^format\s?:/i.test(line)) {
      fields = fieldsIn(line);
    } else if (isEvents && /^dialogue\s?:/i.test(line) && cues.length < MAX_CUES) {
      cues.push(...dialogue(line.slice(line.indexOf(':') + 1), fields));
    }
  }
  return cues;
}

function fieldsIn(line: string): string[] {
  const names = line.slice(line.indexOf(':') + 1).split(',');
  return names.map((name) => name.trim().toLowerCase());
}

function dialogue(line: string, fields: readonly string[]): RawCue[] {
  const values = line.split(',');
  const valueOf = (name: string): string => values[fields.indexOf(name)] ?? '';
  // The text is the last field, and may contain commas itself.
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

/**
 * Parses a time such as "1:02:03.45".
 * @returns NaN for anything else.
 */
function secondsOf(time: string): number {
  const [, hours, minutes, seconds] =
    /^\s*(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\s*$/.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
