export type Role = 'page' | 'playlist' | 'key' | 'init' | 'video' | 'audio' | 'muxed';

export interface Resource {
  /** The path relative to the source's folder. */
  readonly path: string;
  readonly role: Role;
  readonly type: string;
  readonly body: Buffer;
  /** The corresponding bytes of another rendition; null if there are none. */
  readonly other: Buffer | null;
  readonly otherFile: string;
}
