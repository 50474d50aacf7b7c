import type { Extraction, StoredSource } from '../extraction/extraction.entity.js';
import { offersOf } from '../formats/offers.js';
import type { SourceFormat, SourceInfo } from '../source-info.js';
import { sourceFormat, sourceInfo } from '../testing/recorded-page.js';
import { newFacts, streamsToRead, withHeads } from './unknown-facts.js';

const URL = 'https://cdn.example/f.mp4';
const bare = (changes: Partial<SourceFormat> = {}): SourceFormat =>
  sourceFormat({ width: null, height: null, ...changes });
const source = (
  formats: readonly SourceFormat[],
  durationSeconds: number | null = null,
): StoredSource => {
  const info: SourceInfo = { ...sourceInfo(formats), durationSeconds };
  return { info, offers: offersOf(info) };
};
const extraction = (of: StoredSource): Extraction => ({
  ...{ id: 5, urlKey: 'key', pageUrl: 'https://host.example/1', source: of },
  ...{ freshUntil: new Date(), expiresAt: new Date() },
});
const head = { sizeBytes: 6_400_000, seconds: 20, width: 1280, height: 720 };
const HEADS = new Map([[URL, head]]);

describe('the streams whose headers are read', () => {
  const audio = sourceFormat({
    id: 'a',
    url: 'https://cdn.example/a.mp3',
    video: 'no',
    ext: 'mp3',
  });
  const other = (height: number | null): SourceFormat =>
    bare({ id: 'g', url: 'https://cdn.example/g.mp4', height });

  it.each<[string, StoredSource, readonly string[]]>([
    ['the only video of unknown quality', source([bare()], 20), [URL]],
    ['any file of an item of unknown duration', source([audio]), [audio.url]],
    ['a video whose duration is unknown', source([sourceFormat()]), [URL]],
    ['at most two', source([bare(), other(720), audio]), [URL, 'https://cdn.example/g.mp4']],
  ])('are %s', (_, of, urls) => {
    expect(
      streamsToRead(of)
        .map(({ url }) => url)
        .sort(),
    ).toEqual([...urls].sort());
  });

  it.each<[string, StoredSource]>([
    ['everything is known', source([sourceFormat()], 20)],
    ['the site names the quality', source([bare({ note: 'HD' })], 20)],
    ['there are several videos', source([bare(), other(480)], 20)],
    ['the video is a playlist', source([bare({ protocol: 'hls' })])],
    ['the link leads to a list', { ...source([bare()]), list: { entries: [], total: 0 } }],
  ])('are none if %s', (_, of) => {
    expect(streamsToRead(of)).toEqual([]);
  });
});

describe('the facts in a header', () => {
  it('reach the visitor as the name, the size and the duration of the file', () => {
    const before = source([bare()]);
    const facts = newFacts(extraction(before), withHeads(before, HEADS), 'dipper.example');
    expect(facts).toMatchObject({
      ...{ type: 'facts', duration: 20 },
      formats: [
        {
          ...{ at: 0, label: '720p MP4', quality: '720p', resolution: '720p' },
          ...{ filesize: 6_400_000, filesize_approx: false },
          filename: expect.stringContaining('720p') as string,
        },
      ],
    });
    // Conversions are unchanged.
    expect(facts?.formats).toHaveLength(1);
  });

  it('are stored, and not read or sent again', () => {
    const after = withHeads(source([bare()]), HEADS);
    expect(after.info).toMatchObject({ durationSeconds: null, headSeconds: 20 });
    expect(streamsToRead(after)).toEqual([]);
    expect(newFacts(extraction(after), withHeads(after, HEADS), 'h')).toBeNull();
  });

  it('never replace facts that the page states', () => {
    const stated = source([sourceFormat({ sizeBytes: 5000, width: 640, height: 360 })], 7);
    expect(withHeads(stated, HEADS)).toEqual(stated);
  });
});
