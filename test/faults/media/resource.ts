/** The role of a file in a source. */
export type Role = 'page' | 'playlist' | 'key' | 'init' | 'video' | 'audio' | 'muxed';

/** One file that a source serves. */
export interface Resource {
  /** Relative to the source's own folder. */
  readonly path: string;
  readonly role: Role;
  readonly type: string;
  readonly body: Buffer;
  /** The corresponding bytes of another rendition; null if there are none. */
  readonly other: Buffer | null;
  /** The path of that other file. */
  readonly otherFile: string;
}
