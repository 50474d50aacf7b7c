import { Readable } from 'node:stream';
import {
  type Attributes,
  type MarkupHandler,
  readMarkup,
} from '../../../extract/extractors/page/markup.js';
import type { RawCue } from '../cue.js';
import { decodeEntities } from './cue-text.js';

/**
 * Parses TTML (W3C, also called DFXP) and YouTube's `timedtext` (srv1, srv2, srv3). Other documents
 * have no cues.
 * @throws whatever `readMarkup` throws.
 */
export async function parseXml(text: string): Promise<RawCue[]> {
  const reader = new XmlCues();
  await readMarkup(Readable.from([text]), reader, { xml: true });
  return reader.cues;
}

/** An open element. Times are in seconds from the start of the document. */
interface Open {
  readonly name: string;
  readonly begin: number;
  /** NaN if not given. */
  readonly end: number;
  /** The element's text if it is a cue; otherwise null. */
  text: string | null;
}

interface Rates {
  readonly frames: number;
  readonly ticks: number;
}

const TIMED = new Set(['p', 'span', 'text', 'div', 'body']);

class XmlCues implements MarkupHandler {
  readonly cues: RawCue[] = [];
  private readonly open: Open[] = [];
  private rates: Rates = { frames: 30, ticks: 1 };
  private isTtml = false;

  onOpen(fullName: string, attributes: Attributes): void {
    const name = localName(fullName);
    const given = Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [localName(key), value]),
    );
    if (name === 'tt') {
      this.isTtml = true;
      this.rates = ratesOf(given);
    }
    if (name === 'br') {
      this.write('\n');
    }
    this.open.push(this.isTtml ? this.ttml(name, given) : timedText(name, given));
  }

  onText(text: string): void {
    this.write(this.isTtml ? text.replace(/\s+/g, ' ') : text);
  }

  onClose(): void {
    const { begin, end, text } = this.open.pop() ?? { begin: 0, end: 0, text: null };
    if (text !== null && text.trim() !== '' && !Number.isNaN(begin)) {
      // In srv1 and srv2, YouTube escapes the text as HTML within XML.
      this.cues.push({ start: begin, end, text: this.isTtml ? text : decodeEntities(text) });
    }
  }

  /** Appends to the innermost cue that is open. */
  private write(text: string): void {
    for (let at = this.open.length - 1; at >= 0; at -= 1) {
      const element = this.open[at];
      if (element !== undefined && element.text !== null) {
        element.text += text;
        return;
      }
    }
  }

  /** Opens a TTML element, whose times are relative to the start of its parent. */
  private ttml(name: string, given: Attributes): Open {
    const parent = this.open.at(-1) ?? { begin: 0, end: NaN, text: null };
    if (!TIMED.has(name)) {
      return { name, begin: parent.begin, end: parent.end, text: null };
    }
    const [begin, end, length] = ['begin', 'end', 'dur'].map((key) => this.time(given[key]));
    const start = parent.begin + (begin ?? 0);
    const stop = end ?? (length === null || length === undefined ? null : (begin ?? 0) + length);
    const isCue = name === 'p' || (name === 'span' && (begin ?? null) !== null);
    return {
      name,
      begin: start,
      end: stop === null ? parent.end : parent.begin + stop,
      text: isCue ? '' : null,
    };
  }

  /**
   * Parses a time expression of TTML 2 (§12.3.1), such as "00:01:02.5", "00:01:02:12", "62.5s" or
   * "620t".
   * @returns seconds; null for anything else.
   */
  private time(expression: string | undefined): number | null {
    const text = (expression ?? '').trim();
    const clock = /^(\d{1,4}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9})|:(\d{1,3})(?:\.\d{1,3})?)?$/.exec(
      text,
    );
    if (clock !== null) {
      const [, hours, minutes, seconds, fraction, frames] = clock;
      const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
      return whole + Number(`0.${fraction ?? 0}`) + Number(frames ?? 0) / this.rates.frames;
    }
    const [, amount, unit] = /^(\d{1,15}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/.exec(text) ?? [];
    const units = {
      h: 3600,
      m: 60,
      s: 1,
      ms: 0.001,
      f: 1 / this.rates.frames,
      t: 1 / this.rates.ticks,
    };
    return unit === undefined ? null : Number(amount) * units[unit as keyof typeof units];
  }
}

/**
 * Opens a `timedtext` element. Times are in seconds in `<text start="1.2" dur="3">`, but in
 * milliseconds in `<text t="1200" d="3000">` and in `<p t="1200" d="3000">`.
 */
function timedText(name: string, given: Attributes): Open {
  const isCue =
    (name === 'text' || name === 'p') && (given['start'] !== undefined || given['t'] !== undefined);
  const [at, scale] = given['start'] === undefined ? [given['t'], 1000] : [given['start'], 1];
  const length = scale === 1 ? given['dur'] : given['d'];
  const begin = decimal(at) / scale;
  return { name, begin, end: begin + decimal(length) / scale, text: isCue ? '' : null };
}

function decimal(text: string | undefined): number {
  return /^\d{1,12}(\.\d{1,9})?$/.test(text ?? '') ? Number(text) : NaN;
}

function ratesOf(given: Attributes): Rates {
  const frameRate = within(Number(given['frameRate'] ?? 30), 1000) ?? 30;
  const [over, under] = (given['frameRateMultiplier'] ?? '1 1').split(/[\s:]+/).map(Number);
  const multiplier = within((over ?? 1) / (under ?? 1), 1000) ?? 1;
  return {
    frames: frameRate * multiplier,
    ticks: within(Number(given['tickRate'] ?? 1), 1e9) ?? 1,
  };
}

function within(value: number, most: number): number | null {
  return value > 0 && value <= most ? value : null;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
