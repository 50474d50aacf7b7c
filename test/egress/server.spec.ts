import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { firstDatabase } from '../harness/first-database.js';
import { RUN_PATIENCE_MS, runInside, WORLD } from './enter-namespace.js';
import { GRANTED, MERGED, SAMPLES } from './namespace/samples.mjs';
import { VECTORS as ALL } from './vectors.js';

interface Outcome {
  status: number;
  code?: string;
  secret: boolean;
}

interface Phase<Row> {
  rows: Row[];
  leaks: string[];
}

interface Granted {
  url: string;
  /** True if a page could make the server grant the URL. */
  isHandedOut: boolean;
  outcomes: Outcome[];
}

interface Report {
  searches: Phase<Outcome & { url: string }>;
  relay: Phase<Outcome & { url: string }>;
  image: Phase<Outcome & { url: string }>;
  grantedPictures: Phase<Granted>;
  grantedMedia: Phase<Granted>;
  merges: Phase<{ page: string; search: number; code?: string; ends: string[] }>;
  ownHostAsked: boolean;
}

const VECTORS = ALL.filter(({ url }) => SAMPLES.includes(url));
const TRIED = VECTORS.filter(({ url }) => GRANTED.includes(url));
const REFUSED = /^error ADDRESS_NOT_ALLOWED$/;
/**
 * Either a link ends before a backslash, or the backslash counts as a slash. In both cases, these
 * links lead to the public page.
 */
const isPublicPage = (url: string): boolean => url.startsWith('http://pub.test\\@');
const ALLOWED = VECTORS.filter(({ url, expected }) => expected === 'allowed' || isPublicPage(url));

/** True if a URL parses as http(s), however it is written. */
const isHttp = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/**
 * True if a URL is refused. A rebinding name may get a response while it resolves to a public
 * address.
 */
const isRefused = (
  url: string,
  outcomes: readonly Outcome[],
  refused: readonly Outcome[],
): boolean =>
  outcomes.length > 0 &&
  outcomes.every(({ secret }) => !secret) &&
  refused.length >= (url.includes('rebind') ? 1 : outcomes.length);

let report: Report;

beforeAll(async () => {
  report = await runInside<Report>('server-run.mjs', async (folder) => {
    const database = await firstDatabase();
    if (database !== null) {
      await mkdir(join(folder, 'data'));
      await promisify(execFile)('cp', ['-R', database, join(folder, 'data', 'database')]);
    }
  });
}, RUN_PATIENCE_MS);

const wholeServer = (): void => {
  it.each(['searches', 'relay', 'image', 'grantedPictures', 'grantedMedia', 'merges'] as const)(
    'no forbidden address is reached: %s',
    (phase) => {
      expect(report[phase].leaks).toEqual([]);
    },
  );

  it('sends no request to its own host name', () => {
    expect(report.ownHostAsked).toBe(false);
  });

  it('refuses every blocked vector as a link, and reads the others', () => {
    const wrong = VECTORS.flatMap(({ url, why }) => {
      const rows = report.searches.rows.filter((row) => row.url === url);
      const refused = rows.filter(({ status, code }) => status >= 400 && code !== 'INTERNAL');
      const isRight = ALLOWED.some((one) => one.url === url)
        ? rows[0]?.status === 200
        : isRefused(url, rows, refused);
      return isRight ? [] : [{ url, why, rows }];
    });
    expect(wrong).toEqual([]);
  });

  it('reports the reason when it refuses an address', () => {
    const hosts = ['127.0.0.1', 'loop.test', 'mixed.test', 'nat64.test'];
    const said = hosts.map((host) => {
      const row = report.searches.rows.find((one) => one.url === `http://${host}/`);
      return `${host} ${row?.status} ${row?.code}`;
    });
    expect(said).toEqual(hosts.map((host) => `${host} 422 ADDRESS_NOT_ALLOWED`));
  });

  it.each(['relay', 'image'] as const)('%s serves nothing without a grant', (path) => {
    const wrong = VECTORS.flatMap(({ url }) => {
      const row = report[path].rows.find((one) => one.url === url);
      const isRight = row?.code !== undefined && [400, 403, 422].includes(row.status);
      return isRight ? [] : [{ url, row }];
    });
    expect(wrong).toEqual([]);
  });

  describe.each([
    ['relay', 'grantedMedia', 200],
    // 415 means that the request reached the public site, which has no images there.
    ['image proxy', 'grantedPictures', 415],
  ] as const)('the %s with URLs granted by a page', (_, phase, whenAllowed) => {
    const rowOf = (url: string): Granted | undefined =>
      report[phase].rows.find((row) => row.url === url);

    it('gets grants for http(s) links only', () => {
      const wrong = TRIED.flatMap(({ url }) => {
        const isHandedOut = rowOf(url)?.isHandedOut;
        const isLink = /^https?:\/\//i.test(url) && URL.canParse(url);
        // Media and pictures at forbidden addresses do not appear in the result.
        const isOffered = ALLOWED.some((one) => one.url === url);
        // URLs that parse as http but are written differently may or may not be granted.
        const isRight = isLink
          ? !isOffered || isHandedOut === true
          : isHttp(url) || isHandedOut === false;
        return isRight ? [] : [{ url, isHandedOut }];
      });
      expect(wrong).toEqual([]);
    });

    it('refuses every blocked vector, and fetches the others', () => {
      const wrong = TRIED.flatMap(({ url, why }) => {
        const { isHandedOut, outcomes } = rowOf(url) ?? { isHandedOut: false, outcomes: [] };
        const refused = outcomes.filter(({ status }) => status >= 400);
        const ungranted = refused.filter(({ code }) => code === 'MEDIA_NOT_GRANTED');
        const isRight = ALLOWED.some((one) => one.url === url)
          ? outcomes.length === 1 && outcomes[0]?.status === whenAllowed
          : isRefused(url, outcomes, refused) &&
            ungranted.length === (isHandedOut ? 0 : refused.length);
        return isRight ? [] : [{ url, why, isHandedOut, outcomes }];
      });
      expect(wrong).toEqual([]);
    });
  });

  it.each(MERGED.map((url, at) => [url, at] as const))(
    'refuses %s in a playlist inside a playlist when it is merged',
    (url, at) => {
      const { search, ends = [] } = report.merges.rows[at] ?? {};
      expect([search, ends.length > 0]).toEqual([200, true]);
      // While a rebinding name resolves to a public address, the response from there is not media.
      const right = url.includes('rebind') ? /^error (?:ADDRESS_NOT_ALLOWED|NOT_MEDIA)$/ : REFUSED;
      expect(ends.filter((end) => !right.test(end))).toEqual([]);
    },
  );

  it('refuses the other hostile playlists in the merge, and manifests in the search', () => {
    const rows = report.merges.rows.slice(MERGED.length);
    expect(rows.map(({ search }) => search)).toEqual([200, 200, 422, 422]);
    const ends = rows.flatMap((row) => row.ends);
    expect(ends.filter((end) => !REFUSED.test(end))).toEqual([]);
    expect(rows.map((row) => row.ends.length > 0)).toEqual([true, true, false, false]);
    expect(rows.slice(2).map(({ code }) => code)).toEqual(
      Array.from({ length: 2 }, () => 'ADDRESS_NOT_ALLOWED'),
    );
  });
};

/**
 * For runs without a namespace (CI has one). It tests only the ways to write 127.0.0.1, with a
 * canary at that address.
 */
const loopbackOnly = (): void => {
  it.each(['searches', 'relay', 'image'] as const)(
    'refuses every request and reaches nothing: %s',
    (phase) => {
      const { rows, leaks } = report[phase];
      expect(leaks).toEqual([]);
      expect(rows.length).toBeGreaterThan(5);
      expect(
        rows.filter(({ status, secret }) => secret || ![400, 403, 422].includes(status)),
      ).toEqual([]);
    },
  );
};

describe(`the whole server (${WORLD})`, WORLD === 'namespace' ? wholeServer : loopbackOnly);
