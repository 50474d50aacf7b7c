import type { Format } from '@dipper/contract';
import { listSize } from '@dipper/media';
import type { SourceInfo } from '../source-info.js';
import { offersOf } from '../formats/offers.js';
import { toFormat } from '../formats/to-format.js';

export function listRows(info: SourceInfo): Format[] {
  const origin = { platform: null, title: info.title };
  return offersOf(info).map((offer) =>
    toFormat(offer, origin, { offerId: 'task', host: 'dipper.example' }),
  );
}

/**
 * The list of a page with one line per row, in the form of the files in test/fixtures/lists: the
 * mark of the recommended row, kind, label, codecs, size, HDR, language and reason.
 */
export function listText(info: SourceInfo): string[] {
  return listRows(info).map(rowText);
}

function rowText(row: Format): string {
  const codecs = [row.is_audio_only ? null : (row.vcodec ?? '?'), soundText(row)];
  const size = row.filesize === null ? 'size unknown' : listSize(row.filesize);
  const spoken = [row.language, row.voice].filter(Boolean).join(' ');
  const cells = [
    row.recommended ? '*' : ' ',
    row.kind.padEnd(6),
    row.label.padEnd(22),
    codecs.filter(Boolean).join(' + ').padEnd(28),
    (row.filesize_approx ? `~${size}` : size).padEnd(12),
    row.hdr ? 'HDR' : 'SDR',
    spoken || 'original',
    row.reason ?? '',
  ];
  return cells.join(' | ').trimEnd().replace(/ \|$/, '');
}

function soundText({ has_audio, acodec }: Format): string {
  return has_audio ? (acodec ?? '?') : 'silent';
}
