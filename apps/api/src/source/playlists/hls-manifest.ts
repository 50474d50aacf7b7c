import { DomainError } from '../../infra/errors/domain-error.js';
import { TimeSlice } from '../../infra/process/time-slice.js';
import {
  attributesIn,
  MAX_PLAYLIST_LINE,
  playlistLines,
  playlistTooLarge,
} from './playlist-lines.js';

/** Maximum number of URIs in a playlist. A day in segments of four seconds has 21,600. */
const MAX_ADDRESSES = 25_000;
/** Maximum number of variables in one playlist (RFC 8216bis §4.4.2.3). */
const MAX_VARIABLES = 64;

/**
 * A parsed playlist. Everything that a download doesn't need (renditions, advertising) is ignored.
 */
export interface Manifest {
  readonly mediaSequence: number;
  /** Null if no URI has a duration, in which case it isn't a media playlist. */
  readonly segments: readonly ManifestSegment[] | null;
  /** Null if no URI has a bandwidth, in which case it isn't a master playlist. */
  readonly variants: readonly ManifestVariant[] | null;
}
export interface ManifestSegment {
  readonly uri: string;
  readonly duration: number | null;
  readonly discontinuity: boolean;
  readonly byterange: Byterange | null;
  /** The same object for all segments that share the map. */
  readonly map: ManifestMap | null;
  readonly key: ManifestKey | null;
}
export interface ManifestMap {
  readonly uri: string | undefined;
  readonly byterange: Byterange | null;
  /** The key that applied at the map's tag. The segment's key may be a different one. */
  readonly key: ManifestKey | null;
}
export interface ManifestKey {
  readonly method: string;
  readonly uri: string | undefined;
  /** Sixteen bytes in hexadecimal; null if none are given. */
  readonly iv: string | null;
  readonly format: string | undefined;
}
export interface ManifestVariant {
  readonly uri: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
}
export interface Byterange {
  readonly length: number;
  readonly offset: number;
}

/**
 * Parses a playlist (RFC 8216) in one pass, yielding to other work. We have our own parser because
 * existing ones read attribute lists with patterns that take quadratic time on malformed text, and
 * throw on some of it.
 * @throws DomainError SOURCE_FAILED for a playlist that is invalid, or too large for any recording.
 */
export async function readManifest(text: string): Promise<Manifest> {
  const reader = new ManifestReader();
  const slice = new TimeSlice();
  for (const line of playlistLines(text)) {
    reader.read(line);
    if (slice.isOver) {
      await slice.rest();
    }
  }
  return reader.manifest();
}

class ManifestReader {
  private readonly addresses: (ManifestSegment & ManifestVariant)[] = [];
  private readonly variables = new Map<string, string>();
  private mediaSequence = 0;
  private targetDuration: number | null = null;
  private hasSegments = false;
  private hasVariants = false;
  private key: ManifestKey | null = null;
  private map: ManifestMap | null = null;
  /** End of the previous byte range. */
  private rangeEnd = 0;
  /** Tags that apply to the next URI. */
  private next = nothing();

  read(line: string): void {
    if (!line.startsWith('#')) {
      this.address(line);
    } else if (line.startsWith('#EXT')) {
      const colon = line.indexOf(':');
      const tag = line.slice(1, colon === -1 ? undefined : colon);
      this.tag(tag, colon === -1 ? '' : line.slice(colon + 1));
    }
  }

  manifest(): Manifest {
    return {
      mediaSequence: this.mediaSequence,
      segments: this.hasSegments ? this.addresses : null,
      variants: this.hasVariants ? this.addresses : null,
    };
  }

  private address(line: string): void {
    if (this.addresses.length === MAX_ADDRESSES) {
      throw playlistTooLarge(`${MAX_ADDRESSES} addresses`);
    }
    const { duration, discontinuity, byterange, attributes } = this.next;
    this.addresses.push({
      uri: this.filledIn(line),
      discontinuity,
      byterange,
      attributes,
      duration: duration ?? this.targetDuration,
      key: this.key,
      map: this.map,
    });
    this.next = nothing();
  }

  private tag(tag: string, value: string): void {
    switch (tag) {
      case 'EXTINF':
        this.hasSegments = true;
        this.next.duration = durationIn(value);
        break;
      case 'EXT-X-BYTERANGE':
        this.next.byterange = this.byterange(value, this.rangeEnd);
        this.rangeEnd = rangeEnd(this.next.byterange);
        break;
      case 'EXT-X-DISCONTINUITY':
        this.next.discontinuity = true;
        break;
      case 'EXT-X-STREAM-INF':
        this.hasVariants = true;
        this.next.attributes = this.attributes(value);
        break;
      case 'EXT-X-MEDIA-SEQUENCE':
        this.mediaSequence = wholeNumber(value) ?? 0;
        break;
      case 'EXT-X-TARGETDURATION':
        this.targetDuration = durationIn(value);
        break;
      case 'EXT-X-KEY':
        this.key = keyIn(this.attributes(value));
        break;
      case 'EXT-X-MAP':
        this.map = this.mapIn(this.attributes(value));
        break;
      case 'EXT-X-DEFINE':
        this.define(this.attributes(value));
        break;
      default:
    }
  }

  private mapIn({ URI: uri, BYTERANGE: range }: Attributes): ManifestMap {
    const byterange = range === undefined ? null : this.byterange(range, 0);
    return { uri, byterange, key: this.key };
  }

  /**
   * Parses `<length>[@<offset>]` (RFC 8216 §4.3.2.2).
   * @param follows the offset if none is given.
   */
  private byterange(value: string, follows: number): Byterange {
    const [length, offset] = value.split('@', 2).map((part) => wholeNumber(part));
    if (length === null || length === undefined || length === 0 || offset === null) {
      throw new DomainError('SOURCE_FAILED', { cause: 'an invalid byte range' });
    }
    return { length, offset: offset ?? follows };
  }

  private define({ NAME: name, VALUE: value }: Attributes): void {
    if (name !== undefined && value !== undefined) {
      this.variables.set(name, value);
    }
    if (this.variables.size > MAX_VARIABLES) {
      throw playlistTooLarge(`${MAX_VARIABLES} variables`);
    }
  }

  private attributes(value: string): Attributes {
    return attributesIn(this.filledIn(value));
  }

  private filledIn(text: string): string {
    if (this.variables.size === 0 || !text.includes('{$')) {
      return text;
    }
    let length = text.length;
    return text.replace(/\{\$([\w-]{1,100})\}/g, (reference, name: string) => {
      const value = this.variables.get(name) ?? reference;
      length += value.length;
      if (length > MAX_PLAYLIST_LINE) {
        throw playlistTooLarge(`${MAX_PLAYLIST_LINE} characters in a line`);
      }
      return value;
    });
  }
}

type Attributes = Readonly<Record<string, string | undefined>>;

interface Pending {
  duration: number | null;
  discontinuity: boolean;
  byterange: Byterange | null;
  attributes: Attributes;
}

function nothing(): Pending {
  return { duration: null, discontinuity: false, byterange: null, attributes: NO_ATTRIBUTES };
}

const NO_ATTRIBUTES: Attributes = {};

function keyIn({
  METHOD: method = 'AES-128',
  URI: uri,
  IV,
  KEYFORMAT,
}: Attributes): ManifestKey | null {
  const iv = IV === undefined ? null : ivIn(IV);
  return method === 'NONE' ? null : { method, uri, iv, format: KEYFORMAT };
}

/** Parses sixteen bytes in hexadecimal (RFC 8216 §4.3.2.4), which may lack leading zeros. */
function ivIn(text: string): string {
  const digits = /^0x([\da-f]{1,32})$/i.exec(text)?.[1];
  if (digits === undefined) {
    throw new DomainError('SOURCE_FAILED', { cause: 'an invalid initialization vector' });
  }
  return digits.toLowerCase().padStart(32, '0');
}

/**
 * Parses a duration in seconds.
 * @returns null if it is missing or zero.
 */
function durationIn(value: string): number | null {
  const seconds = Number(/^\s*(\d{1,12}(?:\.\d{0,20})?)/.exec(value)?.[1] ?? 0);
  return seconds > 0 ? seconds : null;
}

function wholeNumber(text: string): number | null {
  const digits = /^\s*(\d{1,15})(?!\d)/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

function rangeEnd(range: Byterange | null): number {
  return range === null ? 0 : range.offset + range.length;
}
