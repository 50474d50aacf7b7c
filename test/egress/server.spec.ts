import { RUN_PATIENCE_MS, runInside, WORLD } from './enter-namespace.js';
import { SAMPLES } from './namespace/samples.mjs';
import { VECTORS as ALL } from './vectors.js';

interface Outcome {
  status: number;
  code?: string;
  /** Whether the canary's words came back. */
  secret: boolean;
}

interface Phase<Row> {
  rows: Row[];
  leaks: string[];
}

interface Granted {
  url: string;
  /** Whether a page could make the server hand it out. */
  isHandedOut: boolean;
  /** One for each turn. */
  outcomes: Outcome[];
}

interface Report {
  searches: Phase<Outcome & { url: string }>;
  relay: Phase<Outcome & { url: string }>;
  image: Phase<Outcome & { url: string }>;
  grantedPictures: Phase<Granted>;
  grantedMedia: Phase<Granted>;
  merges: Phase<{ page: string; search: number; code?: string; ends: string[] }>;
  /** Whether the deployment fetched anything from its own name. */
  ownHostAsked: boolean;
}

const VECTORS = ALL.filter(({ url }) => SAMPLES.includes(url));
/** This link ends before the backslash, or the backslash is a slash: what is asked for is the public page. */
const isPublicPage = (url: string): boolean => url.startsWith('http://pub.test\\@');
const ALLOWED = VECTORS.filter(({ url, expected }) => expected === 'allowed' || isPublicPage(url));
const BLOCKED = VECTORS.filter((vector) => !ALLOWED.includes(vector));

/** As it is read, whatever it is written like. */
const isHttp = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

let report: Report;

beforeAll(async () => {
  report = await runInside<Report>('server-run.mjs');
}, RUN_PATIENCE_MS);

const wholeServer = (): void => {
  it.each(['searches', 'relay', 'image', 'grantedPictures', 'grantedMedia', 'merges'] as const)(
    '%s reach no forbidden address',
    (phase) => {
      expect(report[phase].leaks).toEqual([]);
    },
  );

  it('does not ask itself', () => {
    expect(report.ownHostAsked).toBe(false);
  });

  it.each(BLOCKED)('POST /api/download-video refuses $label ($why)', ({ url }) => {
    const rows = report.searches.rows.filter((row) => row.url === url);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ secret }) => secret)).toEqual([]);
    const refused = rows.filter(({ status, code }) => status >= 400 && code !== 'INTERNAL');
    // Of a name that changes its mind the public turns are read: they are public.
    expect(refused.length).toBeGreaterThanOrEqual(url.includes('rebind') ? 1 : rows.length);
  });

  it.each(ALLOWED)('POST /api/download-video reads $label', ({ url }) => {
    expect(report.searches.rows.find((row) => row.url === url)?.status).toBe(200);
  });

  it.each(['http://127.0.0.1/', 'http://loop.test/', 'http://mixed.test/', 'http://nat64.test/'])(
    'POST /api/download-video says why for %s',
    (url) => {
      const row = report.searches.rows.find((one) => one.url === url);
      expect(row).toMatchObject({ status: 422, code: 'ADDRESS_NOT_ALLOWED' });
    },
  );

  it.each(
    VECTORS.flatMap(({ url, label }) =>
      (['relay', 'image'] as const).map((path) => ({ path, url, label })),
    ),
  )('$path serves nothing that was not handed out: $label', ({ path, url }) => {
    const row = report[path].rows.find((one) => one.url === url);
    expect([400, 403, 422]).toContain(row?.status);
    expect(row?.code).toBeDefined();
  });

  describe.each([
    ['relay', 'grantedMedia', 200],
    // The public site has no pictures there: it was asked all the same.
    ['image proxy', 'grantedPictures', 415],
  ] as const)('%s, of what a page handed out', (_, phase, whenAllowed) => {
    const rowOf = (url: string): Granted | undefined =>
      report[phase].rows.find((row) => row.url === url);

    it.each(VECTORS.filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url)))(
      'is: $label',
      ({ url }) => {
        expect(rowOf(url)?.isHandedOut).toBe(true);
      },
    );

    it.each(VECTORS.filter(({ url }) => !isHttp(url)))('is not: $label', ({ url }) => {
      expect(rowOf(url)?.isHandedOut).toBe(false);
    });

    it.each(BLOCKED)('refuses $label ($why)', ({ url }) => {
      const { isHandedOut, outcomes } = rowOf(url) ?? { isHandedOut: false, outcomes: [] };
      const refused = outcomes.filter(({ status }) => status >= 400);
      expect(outcomes.length).toBeGreaterThan(0);
      expect(outcomes.filter(({ secret }) => secret)).toEqual([]);
      expect(refused.length).toBeGreaterThanOrEqual(url.includes('rebind') ? 1 : outcomes.length);
      const ungranted = refused.filter(({ code }) => code === 'MEDIA_NOT_GRANTED');
      expect(ungranted).toHaveLength(isHandedOut ? 0 : refused.length);
    });

    it.each(ALLOWED)('asks for $label', ({ url }) => {
      expect(rowOf(url)?.outcomes.map(({ status }) => status)).toEqual([whenAllowed]);
    });
  });

  it('ends every merge of an evil playlist or manifest in an error', () => {
    const ends = report.merges.rows.flatMap((row) => row.ends);
    expect(ends.length).toBeGreaterThan(0);
    expect(ends.filter((end) => !end.startsWith('error '))).toEqual([]);
    expect(ends).toContain('error ADDRESS_NOT_ALLOWED');
  });
};

/** No namespace, no CI: the ways to write 127.0.0.1, against a canary there. */
const loopbackOnly = (): void => {
  it.each(['searches', 'relay', 'image'] as const)('%s are refused and reach nothing', (phase) => {
    const { rows, leaks } = report[phase];
    expect(leaks).toEqual([]);
    expect(rows.length).toBeGreaterThan(5);
    expect(
      rows.filter(({ status, secret }) => secret || ![400, 403, 422].includes(status)),
    ).toEqual([]);
  });
};

describe(`the whole server (${WORLD})`, WORLD === 'namespace' ? wholeServer : loopbackOnly);
