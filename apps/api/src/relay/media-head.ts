import { contentDisposition } from '../infra/http/content-disposition.js';
import { FOREIGN_CONTENT_HEADERS, PRIVATE_MEDIA } from '../infra/http/serve-file-headers.js';
import type { MediaAnswer } from './media-answer.js';

export interface MediaHead {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** The head of a relayed answer: of the source's headers only these, of ours what keeps it harmless. */
export function mediaHead(
  answer: MediaAnswer,
  { fileName, download }: { fileName: string; download: boolean },
): MediaHead {
  const { status, start, end, total, etag, lastModified, acceptRanges } = answer;
  const disposition = download || answer.attachment ? 'attachment' : 'inline';
  return {
    status,
    headers: {
      ...FOREIGN_CONTENT_HEADERS,
      'Cache-Control': PRIVATE_MEDIA,
      'Content-Type': answer.mediaType,
      'Content-Disposition': contentDisposition(fileName, disposition),
      ...(end !== null && { 'Content-Length': end - start }),
      ...(status === 206 &&
        end !== null && { 'Content-Range': `bytes ${start}-${end - 1}/${total ?? '*'}` }),
      ...(acceptRanges !== null && { 'Accept-Ranges': acceptRanges }),
      ...(etag !== null && { ETag: etag }),
      ...(lastModified !== null && { 'Last-Modified': lastModified }),
    },
  };
}
