import type { Format, ListInfo, VideoInfo } from '@dipper/contract';
import { displayDuration, listSize } from '@dipper/media';
import { plainText } from './plain-text.js';

function aligned(rows: readonly (readonly string[])[], isRight: readonly boolean[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) =>
        isRight[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function sizeOf({ filesize, filesize_approx }: Format): string {
  return filesize === null ? '' : `${filesize_approx ? '~' : ''}${listSize(filesize)}`;
}

function noteOf({ recommended, language }: Format): string {
  return [recommended ? 'recommended' : null, language].filter(Boolean).join(', ');
}

/** The formats of an item as a table, followed by its subtitles. */
export function itemTable(info: VideoInfo): string {
  const facts = [info.uploader, info.duration === null ? null : displayDuration(info.duration)];
  const rows = info.formats.map((format, at) => [
    String(at + 1),
    plainText(format.label),
    sizeOf(format),
    plainText(noteOf(format)),
  ]);
  const table = aligned([['#', 'FORMAT', 'SIZE', ''], ...rows], [true, false, true, false]);
  const languages = info.subtitles.map(({ language, machine }) =>
    machine ? `${language} (auto)` : language,
  );
  return [
    plainText(info.title),
    ...facts.flatMap((fact) => (fact ? [plainText(fact)] : [])),
    '',
    ...table,
    ...(languages.length > 0 ? ['', `Subtitles: ${plainText(languages.join(', '))}`] : []),
    '',
  ].join('\n');
}

/** The items of a list as a table. Titles come last, because their widths vary. */
export function listTable({ title, entries, total }: ListInfo): string {
  const rows = entries.map((entry, at) => [
    String(at + 1),
    entry.duration === null ? '' : displayDuration(entry.duration),
    plainText(entry.title ?? entry.url),
  ]);
  const more = total !== null && total > entries.length ? [`(${total} in total)`] : [];
  return [
    plainText(title),
    '',
    ...aligned([['#', 'LENGTH', 'TITLE'], ...rows], [true, true, false]),
    ...more,
    '',
  ].join('\n');
}
