import { DomainError } from '../infra/errors/domain-error.js';
import { EntriesService } from './entries.service.js';
import type { ExtractService } from './extract.service.js';
import type { Extraction } from './extraction/extraction.entity.js';
import type { PageLinkService } from './links/page-link.service.js';
import { sourceInfo } from './testing/recorded-page.js';

const url = 'https://blog.example/1';

/**
 * Reads an entry whose page shows another item. URLs that begin with `off` are on a site that is
 * switched off.
 */
async function read(shown: string, off: string, list = false): Promise<string> {
  const source = {
    info: { ...sourceInfo([]), pageUrl: shown },
    offers: [],
    list: list ? {} : null,
  };
  const service = new EntriesService(
    { resolve: () => Promise.resolve({ url, platform: null }) } as unknown as PageLinkService,
    {
      readEntry: () => Promise.resolve({ source } as unknown as Extraction),
    } as unknown as ExtractService,
    {
      pass: (page) => {
        if (page.startsWith(off)) {
          throw new DomainError('PLATFORM_OFF');
        }
      },
    },
  );
  const { signal } = new AbortController();
  return service.read({ url }, { host: 'our.example', signal }).then(
    () => 'read',
    (error: unknown) => (error as DomainError).code,
  );
}

it.each([
  ['https://video.example/1', 'https://off.example/', 'read'],
  ['https://off.example/1', 'https://off.example/', 'PLATFORM_OFF'],
])(
  'checks the site of the shown item: %s while %s is switched off',
  async (shown, off, expected) => {
    expect(await read(shown, off)).toBe(expected);
  },
);

it('rejects an entry that is a list', async () => {
  expect(await read(url, 'https://off.example/', true)).toBe('LINK_IS_LIST');
});
