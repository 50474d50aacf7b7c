import { keptParamsSchema, type PreviewQuery } from '@dipper/contract';
import { shareParams } from './share-params.js';

const FULL: PreviewQuery = {
  task_id: 't',
  video_format_id: 'v',
  audio_format_id: 'a',
  url: '/api/download/start-merge?task_id=t',
  title: 'Clip',
  filename: 'clip.mp4',
  is_audio: 'true',
  source_url: 'https://vimeo.com/1',
  resolution: '720p',
  filesize: 1500,
  bitrate: 128.5,
  thumbnail_url: 'https://i.example/1.jpg',
};

it.each<[what: string, query: PreviewQuery, params: object]>([
  ['all known parameters', FULL, FULL],
  [
    'no empty values',
    { ...FULL, task_id: '', filename: undefined, resolution: '', filesize: undefined },
    {
      ...{ video_format_id: 'v', audio_format_id: 'a', url: FULL.url, title: 'Clip' },
      ...{ is_audio: 'true', source_url: FULL.source_url, bitrate: 128.5 },
      thumbnail_url: FULL.thumbnail_url,
    },
  ],
  ['nothing if the query is empty', {}, {}],
  ['a cleaned title', { title: '%22Preview%22' }, { title: 'Preview' }],
  [
    "a title without the page's prefix",
    { title: 'Processing | Vimeo | A <b>clip</b>' },
    { title: 'A bclip/b' },
  ],
  [
    'a long title, truncated to 100 characters',
    { title: 'x'.repeat(101) },
    { title: `${'x'.repeat(100)}...` },
  ],
  ['no title that consists only of quotes', { title: '""' }, {}],
  ['no invalid is_audio', { is_audio: 'maybe' }, {}],
  [
    'relayed media with the host',
    { url: '/api/proxied_download?url=x' },
    { url: 'https://dipper.example/api/proxied_download?url=x' },
  ],
])('keeps %s', (_, query, expected) => {
  const params = shareParams(query, 'https://dipper.example');
  expect(params).toEqual(expected);
  expect(Object.values(params)).not.toContain(undefined);
  // The server accepts these parameters.
  expect(keptParamsSchema.safeParse({ task_id: 't', ...params }).success).toBe(true);
});
