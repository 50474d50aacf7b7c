import { parseJsonOrNull } from '../../../infra/json/bounded-json.js';
import { fieldsOf } from '../../../infra/json/json-object.js';
import type { RawCue } from '../cue.js';

/** A JSON format: the name of its list of cues, and the names of a cue's fields. */
interface Shape {
  readonly list: string;
  readonly start: string;
  /** A format has either `end` or `length`. */
  readonly end?: string;
  readonly length?: string;
  readonly speaker?: string;
  /** The field's value is a string, or an array of objects that each hold a part of the text. */
  readonly text: string;
  /** Number of time units per second. */
  readonly scale: number;
}

/** The formats of YouTube (json3), Bilibili, TikTok and the podcast namespace (`transcript`). */
const SHAPES: readonly Shape[] = [
  { list: 'events', start: 'tStartMs', length: 'dDurationMs', text: 'segs', scale: 1000 },
  { list: 'body', start: 'from', end: 'to', text: 'content', scale: 1 },
  { list: 'utterances', start: 'start_time', end: 'end_time', text: 'text', scale: 1000 },
  {
    list: 'segments',
    start: 'startTime',
    end: 'endTime',
    text: 'body',
    speaker: 'speaker',
    scale: 1,
  },
];

/** Parses the JSON formats that sites use. Returns no cues for any other text. */
export function parseJsonCues(text: string): RawCue[] {
  const data = fieldsOf(parseJsonOrNull(text));
  const shape = SHAPES.find(({ list }) => Array.isArray(data[list]));
  if (shape === undefined) {
    return [];
  }
  let speaker: unknown = null;
  return (data[shape.list] as unknown[]).map(fieldsOf).map((cue) => {
    const named = shape.speaker === undefined ? null : cue[shape.speaker];
    const isOther = typeof named === 'string' && named !== '' && named !== speaker;
    speaker = isOther ? named : speaker;
    const start = numberOf(cue[shape.start]) / shape.scale;
    const end =
      shape.end === undefined
        ? start + numberOf(cue[shape.length ?? '']) / shape.scale
        : numberOf(cue[shape.end]) / shape.scale;
    const words = textOf(cue[shape.text]);
    return { start, end, text: isOther && words !== '' ? `${named}: ${words}` : words };
  });
}

/** In json3, the parts of a text are `{ utf8, tOffsetMs }`. */
function textOf(value: unknown): string {
  return Array.isArray(value)
    ? value.map((piece) => stringOf(fieldsOf(piece)['utf8'])).join('')
    : stringOf(value);
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : NaN;
}
