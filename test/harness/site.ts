import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Origin } from '../origin/media-origin.js';

/** How a site serves its media at the moment. */
export type Mood =
  /** As the origin does. */
  | 'well'
  /** So slowly that nothing is ever finished. */
  | 'slowly'
  /** With a page that is no media. */
  | 'with-a-page';

/** A site in front of the origin that changes its mood while a test runs. */
export interface Site {
  /** A manifest like the origin's `/dash/webm.mpd`; each `variant` is a page of its own. */
  readonly manifest: (name: 'plain' | 'webm', variant?: string | number) => string;
  /** A page with this title that plays the origin's WebM manifest. */
  readonly page: (title: string) => string;
  mood: Mood;
  readonly close: () => Promise<void>;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
/** Bytes a second of each connection. */
const SLOW_RATE = 8_000;

export async function startSite(origin: Origin): Promise<Site> {
  const redirections: Readonly<Record<Mood, (path: string) => string | null>> = {
    well: (path) => `${origin.url}${path}`,
    slowly: (path) => `${origin.url}${path.replace('/media/', '/slow/')}?rate=${SLOW_RATE}`,
    'with-a-page': () => null,
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid');
    if (url.pathname === '/page') {
      const source = `${origin.url}/dash/webm.mpd`;
      const player = `<video><source src="${source}" type="application/dash+xml"></video>`;
      response.writeHead(200, HTML);
      response.end(`<title>${url.searchParams.get('title') ?? ''}</title>${player}`);
      return;
    }
    if (url.pathname.endsWith('.mpd')) {
      void fetch(`${origin.url}${url.pathname}`).then(async (manifest) => {
        response.writeHead(200, { 'content-type': 'application/dash+xml' });
        // Unsized, as the sizes would refuse what the mood is about.
        response.end((await manifest.text()).replace(/ yt:contentLength="\d+"/g, ''));
      });
      return;
    }
    const location = redirections[site.mood](url.pathname);
    response.writeHead(location === null ? 200 : 302, location === null ? HTML : { location });
    response.end(location === null ? '<p>Please sign in.</p>' : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site: Site = {
    manifest: (name, variant = '') => `${address}/dash/${name}.mpd?${variant}`,
    page: (title) => `${address}/page?title=${encodeURIComponent(title)}`,
    mood: 'well',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}
