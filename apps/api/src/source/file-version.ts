import { header } from '../infra/http/content-range.js';

/** What a source says about the version of a file; null where it does not. */
export interface FileVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

type HeaderValues = Parameters<typeof header>[0];

export function versionOf(headers: HeaderValues): FileVersion {
  return {
    etag: header(headers, 'etag') ?? null,
    lastModified: header(headers, 'last-modified') ?? null,
  };
}

/**
 * False when two answers tell of different versions: their bytes must not stand in one file
 * (RFC 9110 §15.3.7.3). Tags are compared also when they are weak, and dates where there are no
 * tags; a source that says nothing is believed.
 */
export function isSameVersion(one: FileVersion, other: FileVersion): boolean {
  if (one.etag !== null && other.etag !== null) {
    return one.etag === other.etag;
  }
  return one.lastModified === null || other.lastModified === null
    ? true
    : one.lastModified === other.lastModified;
}

/** For `If-Range`: only a strong tag may be asked with (RFC 9110 §13.1.5). */
export function strongTag({ etag }: FileVersion): string | null {
  return etag === null || etag.startsWith('W/') ? null : etag;
}
