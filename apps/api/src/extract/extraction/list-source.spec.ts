import { LIMITS } from '@dipper/contract';
import type { ExtractedList } from '../extractors/extractor.port.js';
import type { EntryRef } from '../source-info.js';
import { MAX_STORED_LENGTH, storedLength } from './extraction-size.js';
import { listSource } from './list-source.js';
import { grantsOf } from './media-grants.js';
import { urlHash } from '../media-url.js';

const PAGE = 'https://site.example/list';
const entry = (name: string, changes: Partial<EntryRef> = {}): EntryRef => ({
  id: name,
  url: `https://site.example/${name}`,
  title: name,
  thumbnailUrl: null,
  uploader: null,
  durationSeconds: null,
  kind: 'media',
  ...changes,
});
const found = (
  entries: readonly EntryRef[],
  changes: Partial<ExtractedList> = {},
): ExtractedList => ({
  kind: 'list',
  title: 'A list',
  uploader: null,
  thumbnailUrl: null,
  entries,
  total: null,
  ...changes,
});
const kept = (entries: readonly EntryRef[], pageUrl = PAGE): readonly EntryRef[] =>
  listSource(found(entries), pageUrl).list?.entries ?? [];

describe('listSource', () => {
  it.each<[Partial<EntryRef>, Partial<EntryRef>]>([
    [
      { url: 'https://youtu.be/jNQXAC9IVRw?si=x' },
      { url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' },
    ],
    [
      { url: 'https://site.example/p?utm_source=x', kind: 'picture' },
      { url: 'https://site.example/p?utm_source=x' },
    ],
    [{ url: `${PAGE}#item=2` }, { url: `${PAGE}#item=2` }],
    [{ title: null }, { title: 'A list 1' }],
    [{ title: ' a\u0000\nb\uD83D ' }, { title: 'a b' }],
    [{ title: 'x'.repeat(10_000) }, { title: 'x'.repeat(300) }],
    [{ thumbnailUrl: 'javascript:alert(1)' }, { thumbnailUrl: null }],
    [{ thumbnailUrl: `https://x.example/${'a'.repeat(9000)}` }, { thumbnailUrl: null }],
    [{ durationSeconds: -1 }, { durationSeconds: null }],
    [{ durationSeconds: Infinity }, { durationSeconds: null }],
    [{ durationSeconds: 12.5 }, { durationSeconds: 12.5 }],
    [{ id: '../../x' }, { id: '1' }],
  ])('stores %j as %j', (given, expected) => {
    expect(kept([entry('a', given)])[0]).toMatchObject(expected);
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    '',
    'not a link',
    `https://x.example/${'a'.repeat(9000)}`,
  ])('drops an entry at %j', (url) => {
    expect(kept([entry('a'), entry('b', { url })])).toHaveLength(1);
    expect(() => listSource(found([entry('b', { url })]), PAGE)).toThrow(
      expect.objectContaining({ code: 'NO_MEDIA' }) as Error,
    );
  });

  it('stores each URL once, and pasted URLs unchanged', () => {
    const twice = [entry('a'), entry('a', { title: 'again' }), entry('b')];
    expect(kept(twice).map(({ id }) => id)).toEqual(['1', '3']);
    const pasted = listSource(found([...twice, entry('c', { url: 'no link', title: null })]), '');
    expect(pasted.list?.entries.map(({ url }) => url)).toContain('no link');
    expect(pasted.list).toMatchObject({ total: 3 });
    expect(pasted.info.pageUrl).toBe('');
  });

  it.each([
    [7, 7],
    [0, 2],
    [1.5, null],
    [Infinity, null],
    [null, null],
  ])('stores a total of %s as %s', (total, expected) => {
    const { list } = listSource(found([entry('a'), entry('b')], { total }), PAGE);
    expect(list?.total).toBe(expected);
  });

  it('keeps whether an entry is audio, if the list states it', () => {
    const { list } = listSource(found([entry('a', { isAudio: true }), entry('b')]), PAGE);
    expect(list?.entries.map(({ isAudio }) => isAudio)).toEqual([true, undefined]);
  });

  it('limits how much is stored of the largest page', () => {
    const long = 'x'.repeat(100_000);
    const worst = Array.from({ length: LIMITS.listEntries + 1 }, (_, at) =>
      entry(String(at), {
        id: long,
        title: long,
        uploader: long,
        url: `https://x.example/${at}/${'y'.repeat(8000)}`,
      }),
    );
    const source = listSource(found(worst, { title: long, uploader: long }), PAGE);
    expect(source.list?.entries).toHaveLength(LIMITS.listEntries);
    expect(storedLength(source)).toBeLessThan(MAX_STORED_LENGTH);
  });

  it('issues grants for the pictures of its entries', () => {
    const source = listSource(
      found(
        [
          entry('a', { thumbnailUrl: 'https://cdn.example/a.jpg' }),
          entry('b', { kind: 'picture', url: 'https://cdn.example/b.jpg' }),
        ],
        { thumbnailUrl: 'https://cdn.example/list.jpg' },
      ),
      PAGE,
    );
    const expected = ['list', 'a', 'b'].map((name) => urlHash(`https://cdn.example/${name}.jpg`));
    const grants = grantsOf(PAGE, source);
    expect(grants.map((grant) => grant.urlHash).sort()).toEqual(expected.sort());
    expect(grants.every(({ kind }) => kind === 'image')).toBe(true);
  });
});
