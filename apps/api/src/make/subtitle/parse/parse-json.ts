import { parseJson } from '../../../infra/json/bounded-json.js';
import type { RawCue } from '../cue.js';

/** A kind of JSON with times in it: where its cues stand, and what they are called. */
interface Shape {
  readonly list: string;
  readonly start: string;
  /** One of them says when it ends. */
  readonly end?: string;
  readonly length?: string;
  readonly speaker?: string;
  /** A text, or a list of objects with pieces of it. */
  readonly text: string;
  /** Units in a second. */
  readonly scale: number;
}

/** YouTube's json3, Bilibili's, TikTok's, and that of the podcast namespace (`transcript`). */
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

type Fields = Readonly<Record<string, unknown>>;

/** Cues of one of the kinds of JSON that sites have. None for any other, and for what is none. */
export function parseJsonCues(text: string): RawCue[] {
  const data = fieldsOf(parsed(text));
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

/** Pieces of json3 are `{ utf8, tOffsetMs }`. */
function textOf(value: unknown): string {
  return Array.isArray(value)
    ? value.map((piece) => stringOf(fieldsOf(piece)['utf8'])).join('')
    : stringOf(value);
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : NaN;
}
