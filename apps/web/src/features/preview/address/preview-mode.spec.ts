import { previewQuerySchema } from '@dipper/contract';
import { previewMode, type PreviewMode } from './preview-mode.js';

const ORIGIN = 'https://dipper.example';
const own = { origin: ORIGIN, baseUrl: '' };
const merge = { task_id: 't', video_format_id: 'v', audio_format_id: 'a' };

const read = (query: Record<string, string>) => previewQuerySchema.parse(query);

describe('previewMode', () => {
  it.each<[string, Record<string, string>, PreviewMode]>([
    ['uses merge mode for three ids', merge, { kind: 'merge', taskId: 't' }],
    [
      'prefers three ids to a URL',
      { ...merge, url: 'https://a.example/x' },
      { kind: 'merge', taskId: 't' },
    ],
    [
      'uses merge mode for a start-merge link',
      { url: '/api/download/start-merge?task_id=q' },
      { kind: 'merge', taskId: 'q' },
    ],
    [
      'uses merge mode for an absolute start-merge link',
      { url: `${ORIGIN}/api/download/start-merge?task_id=q` },
      { kind: 'merge', taskId: 'q' },
    ],
    ['shows nothing for an empty query', {}, { kind: 'none' }],
    ['shows nothing for an empty url', { url: '' }, { kind: 'none' }],
    ['shows nothing for a task without formats', { task_id: 't' }, { kind: 'none' }],
    ['shows nothing for a script', { url: 'javascript:alert(1)' }, { kind: 'none' }],
    ['shows nothing for a data: url', { url: 'data:text/html,x' }, { kind: 'none' }],
    ['shows nothing for an incomplete url', { url: 'https://' }, { kind: 'none' }],
  ])('%s', (_case, query, mode) => {
    expect(previewMode(read(query), own)).toEqual(mode);
  });

  it.each<[string, Partial<Extract<PreviewMode, { kind: 'direct' }>>]>([
    [
      'https://cdn.example/a.mp4?k=1&l=2',
      {
        src: '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fa.mp4%3Fk%3D1%26l%3D2',
        download:
          '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fa.mp4%3Fk%3D1%26l%3D2&download=1',
        hls: false,
      },
    ],
    [
      'https://cdn.example/live/a.m3u8?t=1',
      { src: 'https://cdn.example/live/a.m3u8?t=1', hls: true, download: null },
    ],
    ['https://x.vimeocdn.com/exp=1/playlist.json', { hls: true, download: null }],
    ['https://x.vimeocdn.com/a/b.mp4', { hls: false }],
    ['https://cdn.example/m3u8/a.mp4', { hls: false }],
    [
      '/api/tiktok_proxy?url=x',
      { src: '/api/tiktok_proxy?url=x', download: '/api/tiktok_proxy?url=x&download=1' },
    ],
    [
      `${ORIGIN}/api/download/file/q`,
      { src: '/api/download/file/q', download: '/api/download/file/q?download=1' },
    ],
    [
      'https://evil.example/api/download/file/q',
      { src: '/api/proxied_download?url=https%3A%2F%2Fevil.example%2Fapi%2Fdownload%2Ffile%2Fq' },
    ],
  ])('plays %s directly', (url, expected) => {
    expect(previewMode(read({ url }), own)).toMatchObject({
      kind: 'direct',
      url,
      ...expected,
    });
  });

  it('keeps the task that saves a stream', () => {
    const query = { url: 'https://cdn.example/a.m3u8', task_id: 'q' };
    expect(previewMode(read(query), own)).toMatchObject({ kind: 'direct', taskId: 'q' });
  });

  it.each([
    ['https://cdn.example/a.mp4', '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fa.mp4'],
    ['/api/tiktok_proxy?url=x', '/api/tiktok_proxy?url=x'],
    ['https://api.example/api/download/file/q', '/api/download/file/q'],
  ])('plays %s from the configured API server', (url, path) => {
    const api = { origin: ORIGIN, baseUrl: 'https://api.example/' };
    expect(previewMode(read({ url }), api)).toMatchObject({ src: `https://api.example${path}` });
  });
});
