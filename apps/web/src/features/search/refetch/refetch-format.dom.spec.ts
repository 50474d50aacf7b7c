import { ApiFailure } from '@dipper/client';
import { FakeApi, FakeStream } from '@dipper/client/testing';
import type { PreviewQuery } from '@dipper/contract';
import { leftFacts } from '../../../entities/media/handover/page-facts.js';
import { format, videoInfo } from '../../../testing/fixtures.js';
import { refetchFormat } from './refetch-format.js';
import { lastResult } from '../../../entities/media/handover/last-result.js';

const SEARCH = 'POST /api/download-video';
const SOURCE = 'https://vimeo.com/1';
const QUERY: PreviewQuery = {
  source_url: SOURCE,
  url: 'https://cdn.example/720.mp4?old',
  filename: 'x.mp4',
  resolution: '1280x720',
};

describe('fetchAgain', () => {
  let api: FakeApi;
  let stream: FakeStream;

  beforeEach(() => {
    stream = new FakeStream();
    api = new FakeApi().on(SEARCH, { stream }).install();
  });

  const begin = (query = QUERY) => {
    const places: (number | null)[] = [];
    const controller = new AbortController();
    const path = refetchFormat(query, {
      endpoint: '/api/download-video',
      signal: controller.signal,
      onPlace: (place) => places.push(place),
    });
    return { places, controller, path };
  };

  it('searches the source page, reports its queue position, and links to the same format', async () => {
    const { path, places } = begin();
    stream.push({ type: 'waiting', place: 2, seconds: 5 });
    stream.push({ type: 'reading' });
    stream.push({ type: 'result', info: videoInfo() });
    expect(new URLSearchParams((await path)?.split('?')[1]).get('url')).toBe(
      'https://cdn.example/720.mp4',
    );
    expect(places).toEqual([2, null]);
    expect(api.calls[0]?.body).toMatchObject({ tweet_url: SOURCE });
    expect(lastResult(SOURCE, '/')).toMatchObject({ info: { title: 'A clip' } });
    expect(leftFacts(videoInfo().webpage_url)?.by).toBe('Somebody');
  });

  it('links to the task of a saved stream, and plays a stream that was played before', async () => {
    const hls = format({ kind: 'hls', url: 'https://cdn.example/a.m3u8', task_id: 'new' });
    const info = videoInfo({ formats: [hls] });
    api.on(SEARCH, { body: info });
    await expect(begin().path).resolves.toContain('a.m3u8&task_id=new');
    const saved = { ...QUERY, url: '/api/download/start-merge?task_id=old' };
    await expect(begin(saved).path).resolves.toContain(
      encodeURIComponent('/api/download/start-merge?task_id=new'),
    );
  });

  it('returns null if the format is gone, and keeps the new result', async () => {
    const info = videoInfo({ formats: [format({ resolution: '480p' })], title: 'Other' });
    api.on(SEARCH, { body: info });
    await expect(begin().path).resolves.toBeNull();
    expect(lastResult(SOURCE, '/')).toMatchObject({ info: { title: 'Other' } });
  });

  it('passes on the failure of the search', async () => {
    const { path } = begin();
    stream.push({ type: 'error', error: 'Removed.', code: 'MEDIA_REMOVED', retry_after: null });
    await expect(path).rejects.toMatchObject({ reply: { code: 'MEDIA_REMOVED' } });
    await expect(path).rejects.toBeInstanceOf(ApiFailure);
  });

  it('can be aborted', async () => {
    const { path, controller } = begin();
    controller.abort();
    await expect(path).rejects.toThrow();
  });

  it.each([
    ['from the same format', 'f720', 'offer720'],
    ['from the recommended format if that format is gone', 'gone', 'offer720'],
  ])('repeats a custom recipe %s', async (_, video_format_id, offer) => {
    const wish = { kind: 'clip', start: 5, end: 9.5, as: 'video' };
    const task = { task_id: 'again', status: 'prepared', filename: 'a.mp4' };
    const other = format({ format_id: 'other', recommended: false, offer_id: 'other' });
    api
      .on(SEARCH, { body: videoInfo({ formats: [other, format()] }) })
      .on('POST /api/download/tasks', { status: 201, body: task });
    const query = { ...QUERY, task_id: 'old', video_format_id, audio_format_id: 'a' };
    const { path } = begin({ ...query, resolution: undefined, recipe: JSON.stringify(wish) });
    const again = new URLSearchParams((await path)?.split('?')[1]);
    expect(again.get('task_id')).toBe('again');
    expect(again.get('recipe')).toBe(JSON.stringify(wish));
    expect(api.calls.at(-1)?.body).toEqual({ task_id: offer, recipe: wish });
  });
});
