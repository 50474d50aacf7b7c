import { isIP } from 'node:net';
import { RUN_PATIENCE_MS, runInside, WORLD } from './enter-namespace.js';
import { ALLOWED, BLOCKED, VECTORS } from './vectors.js';

interface Row {
  url: string;
  /** `200 host`, or the error's name and reason; one for each turn. */
  outcomes: string[];
  /** Connections that the canary counted, as address and port. */
  leaks: string[];
}

interface Batch {
  asked: number;
  answered: number;
  leaks: string[];
  refused: string | null;
  /** Whether the canary's words came back. */
  secret: boolean;
  stderr: string;
  /** Host and path of what the public site was asked. */
  reached: string[];
}

interface Report {
  unguarded: { url: string; leaks: string[] }[];
  unguardedYtdlp: string[];
  fetches: Row[];
  redirects: Row[];
  entries: Row[];
  /** Vectors and redirects through an outbound proxy, and the hosts that it was asked for. */
  proxied: { rows: Row[]; hosts: string[] };
  ytdlp: Record<string, Batch>;
}

/** Blocked by policy only: without a guard these reach no forbidden address either. */
const HARMLESS_UNGUARDED = [
  // No route: multicast and broadcast over TCP, link-local without a zone.
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  // Node reads these as pub.test; others do not.
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

/** Refused, except that a rebinding name's public turns may answer. */
const REFUSED = /^Egress(Refused|Failed) /;
const isRightlyRefused = ({ url, outcomes }: Row): boolean =>
  outcomes.some((one) => REFUSED.test(one)) &&
  outcomes.every((one) => REFUSED.test(one) || (url.includes('rebind') && /^200 rebind/.test(one)));

let report: Report;

beforeAll(async () => {
  report = await runInside<Report>('guard-run.mjs');
}, RUN_PATIENCE_MS);

const wholeWorld = (): void => {
  describe('without a guard the canary sees', () => {
    it.each(
      BLOCKED.filter(({ url }) => /^http:/.test(url) && URL.canParse(url) && !isHarmless(url)),
    )('$label', ({ url }) => {
      expect(report.unguarded.find((row) => row.url === url)?.leaks.length).toBeGreaterThan(0);
    });

    it('yt-dlp on a literal, a name, a redirect and the segments of a playlist', () => {
      expect(report.unguardedYtdlp.length).toBeGreaterThanOrEqual(4);
    });
  });

  describe('our own requests', () => {
    it.each(VECTORS)('$expected: $label ($why)', ({ url, expected }) => {
      const row = report.fetches.find((one) => one.url === url);
      expect(row?.leaks).toEqual([]);
      if (expected === 'blocked') {
        expect(row && isRightlyRefused(row)).toBe(true);
      } else {
        expect(row?.outcomes).toEqual([`200 ${new URL(url).host.replace('.test.', '.test')}`]);
      }
    });
  });

  describe('redirects of our own requests', () => {
    // Without a host of its own a target is relative, and stays where it came from.
    const isRelative = (url: string): boolean => /^http:(?!\/\/|\\\\)/.test(url);

    it('were tried for every vector with a scheme, by each status', () => {
      const withScheme = BLOCKED.filter(({ url }) => /^[a-z]+:/i.test(url));
      expect(report.redirects).toHaveLength(withScheme.length);
    });

    it('lead to no forbidden address', () => {
      expect(report.redirects.filter(({ leaks }) => leaks.length > 0)).toEqual([]);
    });

    it.each(
      BLOCKED.map((vector, index) => ({ ...vector, index })).filter(({ url }) =>
        /^[a-z]+:/i.test(url),
      ),
    )('to $label', ({ url, index }) => {
      const row = report.redirects.find((one) => one.url.endsWith(`/${index}`));
      const harmless =
        isRelative(url) || url.startsWith('http://pub.test\\@') || url.includes('rebind');
      const allowed = harmless ? /^200 (pub|rebind|rebind-md)\.test$/ : REFUSED;
      expect(row?.outcomes.length).toBeGreaterThan(0);
      expect(row?.outcomes.filter((one) => !REFUSED.test(one) && !allowed.test(one))).toEqual([]);
    });
  });

  describe('our own requests through an outbound proxy that connects to anything', () => {
    it.each(VECTORS)('$expected: $label ($why)', ({ url, expected }) => {
      const row = report.proxied.rows.find((one) => one.url === url);
      expect(row?.leaks).toEqual([]);
      if (expected === 'blocked') {
        expect(row && isRightlyRefused(row)).toBe(true);
      } else {
        expect(row?.outcomes).toEqual([`200 ${new URL(url).host.replace('.test.', '.test')}`]);
      }
    });

    it('lead nowhere by redirects either', () => {
      expect(report.proxied.rows.length).toBeGreaterThan(VECTORS.length);
      expect(report.proxied.rows.filter(({ leaks }) => leaks.length > 0)).toEqual([]);
    });

    it('name addresses to it, never names', () => {
      const hosts = report.proxied.hosts.map((host) => host.replace(/^\[|\]$/g, ''));
      expect(hosts.length).toBeGreaterThan(3);
      expect(hosts.filter((host) => isIP(host) === 0)).toEqual([]);
    });
  });

  describe('entries of HLS and DASH manifests, as yt-dlp lists them', () => {
    it('hold the vectors', () => {
      const urls = report.entries.map(({ url }) => url);
      const listed = BLOCKED.filter(({ url }) => urls.includes(url));
      expect(listed.length).toBeGreaterThan(70);
    });

    it('lead to no forbidden address, and are answered by public hosts only', () => {
      const bad = report.entries.filter(
        ({ outcomes, leaks }) =>
          leaks.length > 0 ||
          outcomes.some(
            (one) => !REFUSED.test(one) && !/^200 (pub|rebind|rebind-md)\.test$/.test(one),
          ),
      );
      expect(bad).toEqual([]);
    });
  });

  describe('yt-dlp through the forward proxy', () => {
    it.each(['pages', 'normalised', 'redirects', 'html', 'manifests', 'downloads'])(
      '%s: every one answered, none from a forbidden address',
      (name) => {
        const batch = report.ytdlp[name];
        expect(batch).toMatchObject({ leaks: [], secret: false });
        expect([batch?.answered, batch?.stderr.includes('timeout')]).toEqual([batch?.asked, false]);
      },
    );

    it.each(['pages', 'normalised', 'redirects', 'downloads'])(
      '%s: refusals are remembered',
      (name) => {
        expect(report.ytdlp[name]?.refused).toBeTruthy();
      },
    );

    it.each(ALLOWED)('allowed: $label', ({ url }) => {
      const { host, pathname } = new URL(url);
      const reached = report.ytdlp.allowed?.reached.map((one) =>
        one.toLowerCase().replace(':80/', '/'),
      );
      expect(report.ytdlp.allowed?.refused).toBeNull();
      expect(reached).toContain(host + pathname);
    });
  });
};

/** No namespace, no CI: the ways to write 127.0.0.1, against a canary there. */
const loopbackOnly = (): void => {
  it('without a guard the canary sees them all', () => {
    expect(report.unguarded.length).toBeGreaterThan(5);
    expect(report.unguarded.filter(({ leaks }) => leaks.length === 0)).toEqual([]);
  });

  it('our own requests refuse them', () => {
    expect(report.fetches.length).toBeGreaterThan(5);
    expect(report.fetches.filter((row) => row.leaks.length > 0 || !isRightlyRefused(row))).toEqual(
      [],
    );
  });

  it('yt-dlp through the forward proxy reaches none', () => {
    const { asked } = report.ytdlp.pages ?? {};
    expect(asked).toBeGreaterThan(5);
    expect(report.ytdlp.pages).toMatchObject({ answered: asked, leaks: [], secret: false });
  });
};

describe(`egress guard (${WORLD})`, WORLD === 'namespace' ? wholeWorld : loopbackOnly);
