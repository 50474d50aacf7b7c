import { previewPath, SHORT_ID, startMergePath } from '@dipper/contract';
import type { GrantsService } from '../extract/offers/grants.service.js';
import { TestDatabase } from '../infra/testing/test-database.js';
import { waitUntil } from '../infra/testing/wait-until.js';
import { newShortId } from './short-id.js';
import { ShareService } from './share.service.js';
import { ShortLink } from './short-link.entity.js';
import { ShortLinkRepository } from './short-link.repository.js';

const ORIGIN = 'https://dipper.example';
const MEDIA = 'https://cdn.example/a.mp4';
const PAGE = 'https://video.example/watch';
const GRANTED = 'https://i.example/granted.jpg';

const queryOf = (address: string | null): Record<string, string> =>
  Object.fromEntries(new URL(address ?? '', ORIGIN).searchParams);

describe('short links', () => {
  let database: TestDatabase;
  let links: ShortLinkRepository;
  let shares: ShareService;
  /** The images that have a grant, and the grants that were issued. */
  let granted: Set<string>;
  let given: [url: string, pageUrl: string][];

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [ShortLink]);
    links = new ShortLinkRepository(database.source.getRepository(ShortLink));
    const grants: Pick<GrantsService, 'find' | 'grantImage'> = {
      find: (kind, url) =>
        Promise.resolve(
          kind === 'image' && granted.has(url)
            ? { kind, url, pageUrl: PAGE, headers: {}, fileName: null, sizeBytes: null }
            : null,
        ),
      grantImage: (url, pageUrl) => {
        given.push([url, pageUrl]);
        return 'granted';
      },
    };
    shares = new ShareService(links, grants);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    [granted, given] = [new Set([GRANTED]), []];
    await database.source.query('DELETE FROM short_link');
  });

  const shorten = (params: object, makeId?: () => string): Promise<string> =>
    shares.shorten({ params }, ORIGIN, makeId);
  const count = async (): Promise<number> => database.source.getRepository(ShortLink).count();
  const usedOn = async (id: string): Promise<string | undefined> =>
    (await database.source.getRepository(ShortLink).findOneBy({ id }))?.usedOn;
  /** Makes all links look as if they were last used this many days ago. */
  const age = (days: number) =>
    database.source.query(
      `UPDATE short_link SET used_on = (now() AT TIME ZONE 'utc')::date - $1::int`,
      [days],
    );

  it('are all different when 4,000 are created concurrently, with one row per set of params', async () => {
    const making = Array.from({ length: 4000 }, (_unused, at) =>
      shorten({ url: MEDIA, title: String(at) }),
    );
    const ids = await Promise.all(making);
    expect(new Set(ids).size).toBe(4000);
    expect(ids.every((id) => SHORT_ID.test(id))).toBe(true);
    const again = await Promise.all(
      Array.from({ length: 400 }, (_unused, at) => shorten({ title: String(at % 20), url: MEDIA })),
    );
    expect(again).toEqual(
      ids.slice(0, 20).concat(...Array.from({ length: 19 }, () => ids.slice(0, 20))),
    );
    expect(await count()).toBe(4000);
  });

  it('can be opened while thousands are waiting to be created', async () => {
    const params = { url: MEDIA };
    await shorten(params);
    let making: Promise<string[]> | undefined;
    await database.source.transaction(async (other) => {
      // Nobody can create the link again until this transaction ends.
      await other.query('SELECT FROM short_link FOR UPDATE');
      making = Promise.all(Array.from({ length: 2000 }, () => shorten(params)));
      // On another connection, because a transaction sees this view as it was at first.
      const stopped = (): Promise<unknown[]> =>
        database.source.query(`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      await waitUntil(async () => (await stopped()).length > 3, 'four links that wait for the row');
      expect(await shares.open('unknown000')).toBeNull();
    });
    expect(new Set(await making).size).toBe(1);
  });

  it('share one row when the same new params are requested concurrently', async () => {
    const same = [
      { url: MEDIA, filesize: 12, is_audio: true, title: '' },
      { is_audio: 'true', filesize: '12', url: MEDIA, bitrate: null },
    ];
    const ids = await Promise.all(
      Array.from({ length: 100 }, (_unused, at) => shorten(same[at % 2] ?? {})),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await count()).toBe(1);
  });

  it('treat our own start-merge link like its path, but not one from another site', async () => {
    const path = startMergePath('abc');
    const id = await shorten({ url: path });
    expect(await shorten({ url: ORIGIN + path })).toBe(id);
    expect(await shorten({ url: `https://other.example${path}` })).not.toBe(id);
    expect(queryOf(await shares.open(id))).toEqual({ url: path });
  });

  it('lead to the stored params, in the order of /preview, and only with the exact id', async () => {
    const id = await shorten({ title: 'Größe', url: MEDIA, filesize: 12 }, () => 'aBcDeFgH12');
    expect(await shares.open(id)).toBe(previewPath({ url: MEDIA, title: 'Größe', filesize: '12' }));
    for (const other of ['ABcDeFgH12', 'aBcDeFgH1', 'aBcDeFgH12\0', "' OR 1=1 --", '', '../etc']) {
      expect(await shares.open(other)).toBeNull();
    }
  });

  it('try a few other ids when one is taken', async () => {
    await shorten({ url: MEDIA }, () => 'taken00000');
    const ids = ['taken00000', 'taken00000', 'free000000'];
    expect(await shorten({ url: PAGE }, () => ids.shift() ?? '')).toBe('free000000');
    // Known params keep their existing id, whatever new id is generated.
    expect(await shorten({ url: PAGE }, newShortId)).toBe('free000000');
    await expect(shorten({ url: `${PAGE}/2` }, () => 'taken00000')).rejects.toMatchObject({
      code: 'INTERNAL',
    });
  });

  it.each([
    [{ params: { url: MEDIA, title: 'x'.repeat(8192) } }, 'PAYLOAD_TOO_LARGE'],
    [{ params: { url: MEDIA, unknown: 'x'.repeat(8192) } }, 'PAYLOAD_TOO_LARGE'],
    [{ params: { url: `${MEDIA}?${'%'.repeat(5000)}` } }, 'PAYLOAD_TOO_LARGE'],
    [{ params: { title: '' } }, 'INVALID_REQUEST'],
    [{ params: 'x' }, 'INVALID_REQUEST'],
    [[], 'INVALID_REQUEST'],
    [undefined, 'INVALID_REQUEST'],
  ])('refuse invalid parameters: %# with %s', async (body, code) => {
    await expect(shares.shorten(body, ORIGIN)).rejects.toMatchObject({ code });
    expect(await count()).toBe(0);
  });

  it('have a picture only once it has been issued, and then keep it', async () => {
    const own = await shorten({ url: MEDIA, thumbnail_url: GRANTED });
    expect(await shares.picture(own)).toEqual({ url: GRANTED, pageUrl: PAGE });
    const strange = { url: MEDIA, thumbnail_url: 'https://evil.example/x.png' };
    const other = await shorten(strange);
    expect(await shares.picture(other)).toBeNull();
    expect(await shares.picture('unknown000')).toBeNull();
    granted = new Set([strange.thumbnail_url]);
    expect(await shorten(strange)).toBe(other);
    expect(await shares.picture(other)).toEqual({ url: strange.thumbnail_url, pageUrl: PAGE });
    // The picture stays available after its grant has expired.
    granted.clear();
    expect(await shorten(strange)).toBe(other);
    expect(await shares.picture(other)).not.toBeNull();
  });

  it('give a picture to a preview with exactly the shared params, and to no other', async () => {
    const shared = { url: MEDIA, title: 'Clip', thumbnail_url: GRANTED };
    const id = await shorten(shared);
    const search = (await shares.open(id))?.slice('/preview'.length) ?? '';
    expect(await shares.pictureOfPreview(`${search}&utm_source=x`)).toEqual({
      ...{ path: `/p/${id}/image`, url: GRANTED, grant: 'granted' },
    });
    // The visitors of a link do not learn the page.
    expect(given).toEqual([[GRANTED, new URL('/', PAGE).href]]);
    for (const forged of [
      { ...shared, title: 'Other words' },
      { ...shared, thumbnail_url: 'https://evil.example/x.png' },
      { url: MEDIA },
    ]) {
      const query = new URLSearchParams(forged).toString();
      expect(await shares.pictureOfPreview(`?${query}`)).toBeNull();
    }
    expect(await shares.pictureOfPreview('?url=javascript:1&thumbnail_url=x')).toBeNull();
    expect(given).toHaveLength(1);
  });

  it('are removed a year after they were last created or opened', async () => {
    const [opened, remade, forgotten] = [
      await shorten({ url: `${MEDIA}?1` }),
      await shorten({ url: `${MEDIA}?2` }),
      await shorten({ url: `${MEDIA}?3` }),
    ];
    await age(365);
    await links.removeOld();
    expect(await count()).toBe(3);
    await age(366);
    await shares.open(opened);
    await shorten({ url: `${MEDIA}?2` });
    await links.removeOld(10, 1);
    expect(await count()).toBe(2);
    expect(await shares.open(forgotten)).toBeNull();
    const used = [await usedOn(opened), await usedOn(remade)];
    await age(0);
    expect(used).toEqual([await usedOn(opened), await usedOn(remade)]);
  });

  it("use the database's clock, whatever a process's clock says", async () => {
    const made = await shorten({ url: MEDIA });
    const day = await usedOn(made);
    const far = new Date(Date.now() + 400 * 24 * 3600_000);
    jest.useFakeTimers({ now: far, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
    try {
      await shares.open(made);
      await links.removeOld();
    } finally {
      jest.useRealTimers();
    }
    expect(await usedOn(made)).toBe(day);
  });

  it('are limited in number: only the most recently used are kept', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map((at) => shorten({ url: `${MEDIA}?${at}` })));
    await database.source.query(`UPDATE short_link SET used_on = used_on - 5 WHERE id <> $1`, [
      ids[2],
    ]);
    await shares.open(ids[4] ?? '');
    await links.removeOld(2, 2);
    const left = await database.source.getRepository(ShortLink).find();
    expect(left.map(({ id }) => id).sort()).toEqual([ids[2], ids[4]].sort());
  });
});
