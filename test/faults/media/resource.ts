/** What a file of a source is for. */
export type Role = 'page' | 'playlist' | 'key' | 'init' | 'video' | 'audio' | 'muxed';

/** One file that a source serves. */
export interface Resource {
  /** Relative to the source's own folder. */
  readonly path: string;
  readonly role: Role;
  readonly type: string;
  readonly body: Buffer;
  /** The same place of another rendition; null where there is none. */
  readonly other: Buffer | null;
  /** Where that lies. */
  readonly otherFile: string;
}
