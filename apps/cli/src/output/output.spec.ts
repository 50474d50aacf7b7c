import { mergeStatus } from '@dipper/client/testing';
import type { Context } from '../context.js';
import { item } from '../testing/item.js';
import { percent, type Progress, progressLine } from './progress-line.js';
import { createReporter } from './reporter.js';
import { itemTable, listTable } from './tables.js';

it('lists formats as a table', () => {
  const { formats } = item();
  const info = item({ title: 'A\u001b[31mtitle', formats: formats.slice(1, 5) });
  expect(itemTable(info)).toBe(`A [31mtitle
Someone
1:05

#  FORMAT                 SIZE
1  1080p MP4                    de
2  720p MP4            ~8.6 MB  recommended
3  360p MP4
4  Audio M4A 128 kbps

Subtitles: en (auto), en-GB, de (auto)
`);
});

it('lists the items of a list', () => {
  const entry = { url: 'https://a.example', thumbnail_url: null, thumbnail_grant: null };
  const rest = { ...entry, uploader: null, kind: 'media', picture_grant: null } as const;
  const about = { kind: 'list', task_id: 'l', platform: 'vimeo', webpage_url: null } as const;
  expect(
    listTable({
      ...{ ...about, title: 'Songs', thumbnail_url: null, thumbnail_grant: null, uploader: null },
      ...{ total: 200, is_audio: false },
      entries: [
        { ...rest, id: '1', title: '日本', duration: 3600 },
        { ...rest, id: '2', title: null, duration: null },
      ],
    }),
  ).toBe(
    'Songs\n\n#   LENGTH  TITLE\n1  1:00:00  日本\n2           https://a.example\n(200 in total)\n',
  );
});

it.each<[Progress, number, string]>([
  [
    { label: 'Saving', fraction: 0.5, speed: 1_048_576, secondsLeft: 65 },
    80,
    'Saving  ━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌   50%  1.0 MB/s  1:05 left',
  ],
  [
    { label: 'Saving', fraction: 0.5, speed: 1_048_576, secondsLeft: 65 },
    50,
    'Saving  ━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌   50%  1.0 MB/s',
  ],
  [{ label: 'Saving', fraction: 0.5 }, 20, 'Saving'],
  [{ label: 'Waiting', fraction: null, note: 'place 3 in line' }, 80, 'Waiting  place 3 in line'],
  [{ label: 'Saving', fraction: 2 }, 80, 'Saving  ━━━━━━━━━━━━━━━━━━━━━━━━  200%'],
])('draws %j in %d columns', (progress, columns, line) => {
  expect(progressLine(progress, columns)).toBe(line);
});

it('shows 100% only at the end', () => {
  expect([percent(0.999), percent(1)]).toEqual(['99%', '100%']);
});

/** Collects the printed text. */
function printed(isTTY: boolean) {
  const out = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof out) => ({
    isTTY,
    columns: 60,
    write: (chunk: string | Uint8Array) => (out[name] += String(chunk)),
  });
  const context: Context = {
    ...{ env: {}, cwd: '/', signal: new AbortController().signal },
    ...{ stdout: stream('stdout'), stderr: stream('stderr') },
  };
  return { out, context };
}

const SAVED = { file: '/a.mp4', bytes: 9, task_id: 't' };

it('prints plain lines in steps of ten percent if there is no terminal', () => {
  const { out, context } = printed(false);
  const reporter = createReporter(context, { json: false, quiet: false });
  reporter.making(mergeStatus({ status: 'queued', queue_position: 2 }));
  [1, 5, 12, 19].forEach((progress) => reporter.making(mergeStatus({ progress })));
  [1, 2, 9].forEach((bytes) => reporter.saving(bytes, 9));
  reporter.saved(SAVED);
  expect(out).toEqual({
    stdout: '/a.mp4\n',
    stderr:
      'Waiting place 2 in line\nFetching video 0%\nFetching video 10%\nSaving 10%\nSaving 20%\nSaving 100%\n',
  });
});

it('draws one line on a terminal, and clears it before other text', () => {
  const { out, context } = printed(true);
  const reporter = createReporter(context, { json: false, quiet: false });
  reporter.saving(1, 2);
  reporter.failed({ exitCode: 4, sentence: 'No.', code: null });
  expect(out.stderr).toBe(
    `\r${progressLine({ label: 'Saving', fraction: 0.5 }, 60)}\u001b[K\r\u001b[Kdipper: No.\n`,
  );
});

it('prints only results in quiet mode', () => {
  const { out, context } = printed(true);
  const reporter = createReporter(context, { json: false, quiet: true });
  reporter.note('Wait.');
  reporter.making(mergeStatus());
  reporter.saved({ ...SAVED, file: '-' });
  expect(out).toEqual({ stdout: '', stderr: '' });
});

it('prints no control characters that come from a site, neither as text nor as JSON', () => {
  const { out, context } = printed(false);
  const title = 'a\u009B2J\u007F\u001B[2J';
  const reporter = createReporter(context, { json: true, quiet: false });
  reporter.found('', { title });
  createReporter(context, { json: false, quiet: false }).note(title);
  expect(out.stdout + out.stderr).not.toMatch(/[^\P{Cc}\n]/u);
  expect(JSON.parse(out.stdout)).toEqual({ type: 'found', title });
});

it('prints one JSON object per line', () => {
  const { out, context } = printed(false);
  const reporter = createReporter(context, { json: true, quiet: false });
  reporter.found('text', { kind: 'item' });
  reporter.making(mergeStatus());
  reporter.saving(1, null);
  reporter.saved(SAVED);
  reporter.failed({ exitCode: 3, sentence: 'No.', code: 'NO_MEDIA' });
  const events = out.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(events).toEqual([
    { type: 'found', kind: 'item' },
    expect.objectContaining({ type: 'making', status: 'processing', progress: 10 }),
    { type: 'saving', bytes: 1, total_bytes: null },
    { type: 'saved', ...SAVED },
    { type: 'error', error: 'No.', code: 'NO_MEDIA', exit_code: 3 },
  ]);
});
