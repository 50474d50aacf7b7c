import { FakeApi } from '@dipper/client/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { Fragment, type FunctionComponent, type ReactNode } from 'react';
import { SiteProvider, useSite } from '../../site/site.js';
import { siteConfig } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { loadIllustrations } from '../../theme/illustrations/illustrations.js';
import { ShortLinkPage } from './short-link.page.js';

const ID = 'Ab345678';
const ASK = `HEAD /p/${ID}`;

let api: FakeApi;
let load: jest.Mock<void, [path: string]>;

beforeEach(() => {
  api = new FakeApi().install();
  load = jest.fn<void, [path: string]>();
});
afterEach(() => Reflect.deleteProperty(performance, 'getEntriesByType'));

/**
 * Opens the page.
 * @param loadedFrom the URL that the document was loaded from; null if unknown
 */
async function open(
  id: string,
  loadedFrom: string | null,
  address = `/p/${id}`,
  Around: typeof Fragment | FunctionComponent<{ readonly children: ReactNode }> = Fragment,
): Promise<void> {
  const entries = loadedFrom === null ? [] : [{ name: `https://dipper.example${loadedFrom}` }];
  Object.defineProperty(performance, 'getEntriesByType', {
    value: () => entries,
    configurable: true,
  });
  renderAt(
    address,
    <Around>
      <ShortLinkPage params={{ id }} load={load} />
    </Around>,
  );
  await act(() => Promise.resolve());
}

it.each([
  ['a link that the server did not redirect', ID, `/p/${ID}`],
  ['such a link together with a query', ID, `/p/${ID}?utm_source=x#y`],
  ['any link, if the browser does not report navigation', ID, null],
  ['an invalid id', '', '/'],
])('reports %s as unknown without a request', async (_, id, loadedFrom) => {
  await open(id, loadedFrom);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("We couldn't find this link");
  expect(screen.getByRole('textbox')).toBeVisible();
  expect(document.title).toContain('Link not found');
  expect(api.calls).toEqual([]);
  expect(load).not.toHaveBeenCalled();
});

it('reports an unknown link in its language, without reloading', async () => {
  const InGerman = ({ children }: { readonly children: ReactNode }) => (
    <SiteProvider value={{ ...useSite(), prefix: '/de' }}>{children}</SiteProvider>
  );
  await open(ID, `/de/p/${ID}`, `/p/${ID}`, InGerman);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("We couldn't find this link");
  expect(load).not.toHaveBeenCalled();
});

it.each([
  ['a page of this site', '/', `/p/${ID}`],
  ['another link', '/p/Zz999999', `/p/${ID}`],
  ['its own address in another language', `/de/p/${ID}`, `/p/${ID}`],
])('loads the link from the server after %s', async (_, loadedFrom, address) => {
  api.on(ASK, { status: 404 });
  await open(ID, loadedFrom, address);
  await act(() => Promise.resolve());
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(new Set(load.mock.calls.map(([path]) => path))).toEqual(new Set([`/p/${ID}`]));
});

it('reports that it is offline, and continues when it is online', async () => {
  await loadIllustrations(siteConfig().branding);
  await open(ID, '/');
  expect(await screen.findByRole('alert')).toHaveTextContent("You're offline");
  const plate = { name: 'A dipper on the last plank of a broken footbridge' };
  expect(screen.getByRole('img', plate)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(load).not.toHaveBeenCalled();
  api.on(ASK, {});
  await act(() => Promise.resolve(window.dispatchEvent(new Event('online'))));
  await act(() => Promise.resolve());
  expect(load).toHaveBeenCalledWith(`/p/${ID}`);
});
