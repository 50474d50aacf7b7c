import { Readable } from 'node:stream';
import type { EntriesService } from '../../extract/entries.service.js';
import type { PageLinkService } from '../../extract/links/page-link.service.js';
import { EgressRefused } from '../../infra/egress/egress-error.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { SourceClient } from '../../source/client/source-client.js';
import { ListEntries } from './list-entries.js';

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(1000)]);
const FROM = { pageUrl: 'https://site.example/p', host: 'h', signal: new AbortController().signal };
const OFF = 'https://off.example/p';

function fetching(
  answer: { status?: number; body?: Buffer } | Error,
  from: Partial<typeof FROM> = {},
) {
  const asked: { url: string; headers: unknown; via: unknown }[] = [];
  const client = new SourceClient({
    request: (url, { headers, via } = {}) => {
      asked.push({ url, headers, via });
      if (answer instanceof Error) {
        return Promise.reject(answer);
      }
      const { status = 200, body = JPEG } = answer;
      return Promise.resolve({ status, headers: {}, url, body: Readable.from([body]) } as never);
    },
  });
  const links = {
    resolve: (url: string) =>
      url === OFF ? Promise.reject(new DomainError('PLATFORM_OFF')) : Promise.resolve(),
  } as unknown as PageLinkService;
  const entries = new ListEntries({} as EntriesService, links, client);
  return { asked, fetched: entries.picture('https://cdn.example/1', { ...FROM, ...from }) };
}

describe('an image in a list', () => {
  it('is fetched with the headers that its page would send', async () => {
    const { asked, fetched } = fetching({});
    expect((await fetched).equals(JPEG)).toBe(true);
    expect(asked).toMatchObject([{ headers: { referer: FROM.pageUrl } }]);
    const alone = fetching({}, { pageUrl: '' });
    await alone.fetched;
    expect(alone.asked[0]?.headers).not.toHaveProperty('referer');
  });

  it.each([
    ['its page', 'https://vimeo.com/1', 'vimeo'],
    ['its own URL if there is no page', '', 'other'],
  ])('is fetched through the proxy for the site of %s', async (_, pageUrl, site) => {
    const { asked, fetched } = fetching({}, { pageUrl });
    await fetched;
    expect(asked).toMatchObject([{ url: 'https://cdn.example/1', via: site }]);
  });

  it.each<[string, Parameters<typeof fetching>[0], string]>([
    ['an HTML page', { body: Buffer.from('<html>') }, 'NOT_MEDIA'],
    ['an SVG, which can contain scripts', { body: Buffer.from('<svg>') }, 'NOT_MEDIA'],
    ['an empty body', { body: Buffer.alloc(0) }, 'NOT_MEDIA'],
    ['a huge image', { body: Buffer.concat([JPEG, Buffer.alloc(17 * 1024 * 1024)]) }, 'NOT_MEDIA'],
    ['404', { status: 404 }, 'FORMAT_UNAVAILABLE'],
    ['403', { status: 403 }, 'SOURCE_REFUSED'],
    ['a private address', new EgressRefused('address', 'h'), 'ADDRESS_NOT_ALLOWED'],
  ])('is refused when the source responds with %s', async (_, answer, code) => {
    await expect(fetching(answer).fetched).rejects.toMatchObject({ code });
  });

  it('is not requested when its site is switched off', async () => {
    const { asked, fetched } = fetching({}, { pageUrl: OFF });
    await expect(fetched).rejects.toMatchObject({ code: 'PLATFORM_OFF' });
    expect(asked).toEqual([]);
  });

  it('is aborted when its run ends', async () => {
    const reason = new Error('cancelled');
    const { fetched } = fetching(new Error('aborted'), { signal: AbortSignal.abort(reason) });
    await expect(fetched).rejects.toBe(reason);
  });
});
