import { isIP } from 'node:net';
import { RUN_PATIENCE_MS, runInside, WORLD } from './enter-namespace.js';
import { ALLOWED, BLOCKED, VECTORS } from './vectors.js';

interface Row {
  url: string;
  /** For each turn, `200 host`, or the error's name and reason. */
  outcomes: string[];
  /** The connections that the canary counted, as address and port. */
  leaks: string[];
}

interface Batch {
  asked: number;
  answered: number;
  leaks: string[];
  refused: string | null;
  secret: boolean;
  stderr: string;
  /** The host and path of each request to the public site. */
  reached: string[];
}

interface Report {
  unguarded: { url: string; leaks: string[] }[];
  unguardedYtdlp: string[];
  fetches: Row[];
  redirects: Row[];
  entries: Row[];
  /**
   * The vectors and redirects that were requested through an outbound proxy, and the hosts in the
   * requests to the proxy.
   */
  proxied: { rows: Row[]; hosts: string[] };
  ytdlp: Record<string, Batch>;
}

/**
 * Vectors that the policy blocks, although they reach no forbidden address even without a guard.
 */
const HARMLESS_UNGUARDED = [
  // There is no route to these: multicast and broadcast over TCP, and link-local without a zone.
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  // Node parses these as pub.test, but other clients do not.
  'http://pub.test\\@127.0.0.1/',
  'http://user:pass@pub.test/',
  'http://127.0.0.1%2f@pub.test/',
  'http://pub.test/redir?code=302&to=file%3A%2F%2F%2Fetc%2Fhostname',
  'http://pub.test/redir?code=302&to=gopher%3A%2F%2F127.0.0.1%3A6379%2F_INFO',
  'http://pub.test/chain?n=12',
  'http://pub.test/loop',
  'http://dipper.test/api/proxied_download?url=http%3A%2F%2Fpub.test%2F',
];
const isHarmless = (url: string): boolean => HARMLESS_UNGUARDED.includes(url) || url.length > 8192;

/**
 * Matches a refusal. A blocked vector must be refused in all turns, but a rebinding name may also
 * get a response from its public address.
 */
const REFUSED = /^Egress(Refused|Failed) /;
const isRightlyRefused = ({ url, outcomes }: Row): boolean =>
  outcomes.some((one) => REFUSED.test(one)) &&
  outcomes.every((one) => REFUSED.test(one) || (url.includes('rebind') && /^200 rebind/.test(one)));

let report: Report;

beforeAll(async () => {
  report = await runInside<Report>('guard-run.mjs');
}, RUN_PATIENCE_MS);

const rowOf = (rows: readonly Row[], url: string): Row | undefined =>
  rows.find((row) => row.url === url);

const wrongAmong = (rows: readonly Row[]): unknown[] =>
  VECTORS.flatMap(({ url, expected, why }) => {
    const row = rowOf(rows, url);
    const answer = URL.canParse(url) && `200 ${new URL(url).host.replace('.test.', '.test')}`;
    const isRight =
      row?.leaks.length === 0 &&
      (expected === 'blocked'
        ? isRightlyRefused(row)
        : row.outcomes.length === 1 && row.outcomes[0] === answer);
    return isRight ? [] : [{ url, expected, why, row }];
  });

const PUBLIC_ANSWER = /^200 (pub|rebind|rebind-md)\.test$/;

const wholeWorld = (): void => {
  describe('without a guard, the canary detects', () => {
    it('every blocked vector that leads to a forbidden address', () => {
      const harmful = BLOCKED.filter(
        ({ url }) => /^http:/.test(url) && URL.canParse(url) && !isHarmless(url),
      );
      const leaks = new Map(report.unguarded.map((row) => [row.url, row.leaks.length]));
      expect(harmful.length).toBeGreaterThan(50);
      expect(harmful.filter(({ url }) => !leaks.get(url))).toEqual([]);
    });

    it('yt-dlp with a literal, a name, a redirect and the segments of a playlist', () => {
      expect(report.unguardedYtdlp.length).toBeGreaterThanOrEqual(4);
    });
  });

  describe('our own requests', () => {
    it('reach allowed vectors, and refuse every blocked one without opening a connection', () => {
      expect(wrongAmong(report.fetches)).toEqual([]);
    });
  });

  describe('redirects of our own requests', () => {
    // A target without a host is relative and stays on the same host.
    const isRelative = (url: string): boolean => /^http:(?!\/\/|\\\\)/.test(url);
    const isHarmlessHere = (url: string): boolean =>
      isRelative(url) || url.startsWith('http://pub.test\\@') || url.includes('rebind');

    it('to any vector with a scheme are refused without reaching a forbidden address', () => {
      const tried = BLOCKED.map(({ url }, index) => ({ url, index })).filter(({ url }) =>
        /^[a-z]+:/i.test(url),
      );
      expect(report.redirects).toHaveLength(tried.length);
      const wrong = tried.flatMap(({ url, index }) => {
        const row = report.redirects.find((one) => one.url.endsWith(`/${index}`));
        const isRight = (one: string): boolean =>
          REFUSED.test(one) || (isHarmlessHere(url) && PUBLIC_ANSWER.test(one));
        const outcomes = row?.outcomes ?? [];
        return row?.leaks.length === 0 && outcomes.length > 0 && outcomes.every(isRight)
          ? []
          : [{ url, row }];
      });
      expect(wrong).toEqual([]);
    });
  });

  describe('our own requests through an outbound proxy that connects to any host', () => {
    it('reach allowed vectors, and refuse every blocked one without opening a connection', () => {
      expect(wrongAmong(report.proxied.rows)).toEqual([]);
    });

    it('refuse redirects to blocked vectors', () => {
      expect(report.proxied.rows.length).toBeGreaterThan(VECTORS.length);
      expect(report.proxied.rows.filter(({ leaks }) => leaks.length > 0)).toEqual([]);
    });

    it('send IP addresses to the proxy, but never host names', () => {
      const hosts = report.proxied.hosts.map((host) => host.replace(/^\[|\]$/g, ''));
      expect(hosts.length).toBeGreaterThan(3);
      expect(hosts.filter((host) => isIP(host) === 0)).toEqual([]);
    });
  });

  describe('entries of HLS and DASH manifests, as yt-dlp lists them', () => {
    it('contain the vectors', () => {
      const urls = report.entries.map(({ url }) => url);
      const listed = BLOCKED.filter(({ url }) => urls.includes(url));
      expect(listed.length).toBeGreaterThan(70);
    });

    it('reach no forbidden address, and get responses only from public hosts', () => {
      const bad = report.entries.filter(
        ({ outcomes, leaks }) =>
          leaks.length > 0 ||
          outcomes.some((one) => !REFUSED.test(one) && !PUBLIC_ANSWER.test(one)),
      );
      expect(bad).toEqual([]);
    });
  });

  describe('yt-dlp through the forward proxy', () => {
    it.each(['pages', 'normalised', 'redirects', 'html', 'manifests', 'downloads'])(
      'gets a response for all %s, and none from a forbidden address',
      (name) => {
        const batch = report.ytdlp[name];
        expect(batch).toMatchObject({ leaks: [], secret: false });
        expect([batch?.answered, batch?.stderr.includes('timeout')]).toEqual([batch?.asked, false]);
      },
    );

    it.each(['pages', 'normalised', 'redirects', 'downloads'])(
      'records the refusals of %s',
      (name) => {
        expect(report.ytdlp[name]?.refused).toBeTruthy();
      },
    );

    it('reaches every allowed vector', () => {
      const { refused, reached = [] } = report.ytdlp.allowed ?? {};
      const asked = reached.map((one) => one.toLowerCase().replace(':80/', '/'));
      const missed = ALLOWED.filter(({ url }) => {
        const { host, pathname } = new URL(url);
        return !asked.includes(host + pathname);
      });
      expect([refused, missed]).toEqual([null, []]);
    });
  });
};

/**
 * For runs without a namespace (CI has one). It tests only the ways to write 127.0.0.1, with a
 * canary at that address.
 */
const loopbackOnly = (): void => {
  it('without a guard, the canary detects all ways to write 127.0.0.1', () => {
    expect(report.unguarded.length).toBeGreaterThan(5);
    expect(report.unguarded.filter(({ leaks }) => leaks.length === 0)).toEqual([]);
  });

  it('our own client refuses all ways to write 127.0.0.1', () => {
    expect(report.fetches.length).toBeGreaterThan(5);
    expect(report.fetches.filter((row) => row.leaks.length > 0 || !isRightlyRefused(row))).toEqual(
      [],
    );
  });

  it('yt-dlp does not reach the canary through the forward proxy in any of these ways', () => {
    const { asked } = report.ytdlp.pages ?? {};
    expect(asked).toBeGreaterThan(5);
    expect(report.ytdlp.pages).toMatchObject({ answered: asked, leaks: [], secret: false });
  });
};

describe(`egress guard (${WORLD})`, WORLD === 'namespace' ? wholeWorld : loopbackOnly);
