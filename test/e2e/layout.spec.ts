import { API, type MergeStatus, type VideoInfo } from '@dipper/contract';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { mergeStatus } from '@dipper/client/testing';
import { format, videoInfo } from '../../apps/web/src/testing/fixtures.js';
import { brokenLayout } from './broken-layout.js';
import { loaded } from './preview-visit.js';
import { comesTrue, setStage } from './stage.js';

const stage = setStage();

const PHONE = { width: 390, height: 844 };
const LANDSCAPE = { width: 844, height: 390 };
const TABLET = { width: 768, height: 1024 };
/** Layout shifts are measured with animations, because most visitors see them. */
const MOVING = { reducedMotion: 'no-preference' } as const;
const LONGEST = { label: '2160p60 HDR WebM', hdr: true, filesize_approx: true };
const TASK = 'layoutLayoutLayoutLayout';

const found = (overrides: Partial<VideoInfo> = {}): VideoInfo =>
  videoInfo({
    formats: [
      format({ ...LONGEST, kind: 'hls', reason: 'best_picture', filesize: 5e9 }),
      format({ ...LONGEST, kind: 'hls', url: 'a', has_audio: false, filesize: 1.29e9 }),
      format({ ...LONGEST, url: 'b', has_audio: false, filesize: 1.29e9 }),
      format({ label: 'Audio M4A 128 kbps', url: 'c', is_audio_only: true, filesize: 12e6 }),
    ],
    ...overrides,
  });

async function open(
  { info = found(), status }: { info?: VideoInfo; status?: () => Partial<MergeStatus> },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await stage.newPage({ viewport: PHONE, ...options });
  await page.addInitScript(watchShifts);
  await page.addInitScript(watchStatuses);
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  await page.route('**/api/download-video', (route) => route.fulfill({ json: info }));
  await page.route('**/api/image-proxy?*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  );
  await page.route('**/api/download/start-merge?*', (route) =>
    route.fulfill({ json: { task_id: taskOf(route), status: 'queued' } }),
  );
  await page.route('**/api/download/status/*', (route) =>
    route.fulfill({ json: mergeStatus({ task_id: taskOf(route), ...status?.() }) }),
  );
  await page.route('**/api/download/waveform/*', (route) => route.fulfill({ json: { peaks: [] } }));
  await page.route('**/api/download/file/*', async (route) => {
    const media = await route.fetch({ url: `${stage.origin.url}/media/muxed.mp4` });
    await route.fulfill({ response: media });
  });
  return page;
}

function taskOf(route: Route): string {
  const { pathname, searchParams } = new URL(route.request().url());
  return searchParams.get('task_id') ?? pathname.split('/').at(-1) ?? '';
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270"/>';

async function search(page: Page): Promise<void> {
  await page.goto(stage.url);
  await page.getByRole('textbox').fill('https://vimeo.com/1');
  await page.getByRole('button', { name: 'Download Now' }).click();
  await page.getByRole('region', { name: 'Formats' }).waitFor();
}

const previewOf = (more: Record<string, string> = {}): string => {
  const query = { task_id: TASK, video_format_id: 'v', audio_format_id: 'a', title: 'A clip' };
  const source = { source_url: 'https://vimeo.com/1', thumbnail_url: 'https://i.example/1.jpg' };
  return `${stage.url}/preview?${new URLSearchParams({ ...query, ...source, ...more }).toString()}`;
};

interface Watched {
  readonly shifts: number[];
  readonly statuses: string[];
}

/** Runs in the page. Records unexpected layout shifts. */
function watchShifts(): void {
  const shifts: number[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { hadRecentInput, value } = entry as PerformanceEntry & {
        hadRecentInput: boolean;
        value: number;
      };
      if (!hadRecentInput) {
        shifts.push(value);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page. Records text changes in existing live regions. */
function watchStatuses(): void {
  const statuses: string[] = [];
  Object.assign(window, { statuses });
  const last = new WeakMap<Node, string>();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll('[role=status]')) {
      const text = region.textContent;
      const before = last.get(region);
      if (before !== undefined && text !== before && !region.closest('[aria-busy=true]')) {
        statuses.push(text);
      }
      last.set(region, text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page. Waits until an element is near the top and smooth scrolling has ended. */
async function scrolledTo(selector: string): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame);
  const top = () => document.querySelector(selector)?.getBoundingClientRect().top ?? Infinity;
  for (let still = 0, last = top(); still < 5; last = top()) {
    await frame();
    still = last < 80 && top() === last ? still + 1 : 0;
  }
}

const moved = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Watched).shifts.reduce((sum, shift) => sum + shift, 0));

/** Runs in the page. Makes words 50% longer, as in a wordier language. */
function makeLonger(elements: readonly Element[]): void {
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      text.nodeValue = (text.nodeValue ?? '').replace(
        /[a-z]{3,}/gi,
        (word) => word + word.slice(0, Math.ceil(word.length / 2)).toLowerCase(),
      );
    }
  }
}

describe('text at twice the size', () => {
  const expires_in_seconds = 5000;
  const complete = { status: 'complete', progress: 100, stage: null, expires_in_seconds } as const;
  const states: readonly (readonly [name: string, status: Partial<MergeStatus>])[] = [
    ['in line', { status: 'queued', stage: 'queued', queue_position: 3, progress: 0 }],
    ['running', { speed: 3e6, eta_seconds: 95 }],
    ['complete', complete],
    ['damaged', { ...complete, damage: [{ from_seconds: 2, to_seconds: 5 }] }],
    ['refused as damaged', { status: 'error', error_code: 'SOURCE_DAMAGED', damage: [] }],
    ['failed', { status: 'error', error_code: 'SOURCE_FAILED', message: 'It failed' }],
    ['cancelled', { status: 'cancelled' }],
    ['expired', { ...complete, expires_in_seconds: 0 }],
  ];

  it(
    'does not break the page of a merge on a phone, in any state',
    stage.shown(async () => {
      let status: Partial<MergeStatus> = {};
      const page = await open({ status: () => status });
      const broken: unknown[] = [];
      for (const [at, [name, next]] of states.entries()) {
        status = next;
        await page.setViewportSize(PHONE);
        // Each state needs its own task, because a page starts each task only once.
        const task_id = `${at}`.padEnd(24, 'x');
        const polled = page.waitForResponse(`**${API.status(task_id)}`);
        await page.goto(previewOf({ task_id }));
        await (await polled).finished();
        await page.locator('.card h2, [role=progressbar]').first().waitFor();
        if (next.status === 'complete' && next.expires_in_seconds !== 0) {
          await loaded(page);
        }
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
        broken.push(...(await page.evaluate(brokenLayout)).map((what) => [name, what]));
        await page.setViewportSize({ width: 320, height: 640 });
        broken.push(...(await page.evaluate(brokenLayout)).map((what) => [name, 'at 320', what]));
        if (name === 'running') {
          // In landscape orientation, the progress is visible without scrolling.
          await page.evaluate(() => (document.documentElement.style.fontSize = ''));
          await page.setViewportSize(LANDSCAPE);
          const bar = await page.getByRole('progressbar').boundingBox();
          expect((bar?.y ?? NaN) + (bar?.height ?? NaN)).toBeLessThan(LANDSCAPE.height);
        }
      }
      expect(broken).toEqual([]);
    }),
  );
});

describe('a result', () => {
  it(
    'appears without layout shifts, is not cut off when scrolled to, and never has overlapping rows at widths from 320 to 400, even with words that are 50% longer',
    stage.shown(async () => {
      const page = await open({}, MOVING);
      await search(page);
      await page.evaluate(scrolledTo, '[aria-label=Formats]');
      const cut = await page.evaluate(() => {
        const parts = document.querySelectorAll('main p, main button, main input, main .card, h1');
        return [...parts]
          .map((part) => ({ part, box: part.getBoundingClientRect() }))
          .filter(({ box }) => box.top < 0 && box.bottom > 0 && box.width > 1)
          .map(({ part }) => part.outerHTML.slice(0, 100));
      });
      expect(cut).toEqual([]);
      expect(await moved(page)).toBeLessThan(0.02);

      const broken: unknown[] = [];
      for (const words of ['as they are', 'longer']) {
        for (let width = 320; width <= 400; width += 8) {
          await page.setViewportSize({ width, height: 844 });
          broken.push(...(await page.evaluate(brokenLayout)).map((what) => [words, width, what]));
        }
        await page.locator('li .badge, li .text-sm').evaluateAll(makeLonger);
      }
      expect(broken).toEqual([]);
    }),
  );
});

/** Returns the gaps between the cards from top to bottom, in pixels. */
const gaps = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('main .card')].map((card) =>
      card.getBoundingClientRect(),
    );
    return cards.slice(1).map(({ top }, at) => Math.round(top - (cards[at]?.bottom ?? 0)));
  });

describe('a merge that completes', () => {
  const running = { progress: 40, speed: 3e6, eta_seconds: 95 };

  it(
    'shifts nothing on a phone and is announced once, for video, audio and damaged files',
    stage.shown(async () => {
      let phase: Partial<MergeStatus> = {};
      const page = await open({ status: () => phase }, MOVING);
      for (const [element, more, news] of [
        ['audio', { is_audio: 'true' }, 'Your file is ready.'],
        ['video', {}, 'Processing complete! Loading video... Your file is ready.'],
      ] as const) {
        phase = running;
        await page.goto(previewOf({ task_id: element.padEnd(24, 'x'), ...more }));
        await page.getByText('40%').waitFor();
        phase = { status: 'complete', progress: 100, stage: null, expires_in_seconds: 5000 };
        await page.locator(element).waitFor({ state: 'attached' });
        await page.getByRole('timer').waitFor();
        const statuses = (await comesTrue(
          page,
          (done) => {
            const { statuses: seen } = window as unknown as Watched;
            return seen.includes(done) && seen;
          },
          news,
        )) as string[];
        expect(statuses.filter((text) => text === news)).toEqual([news]);
        expect(await moved(page)).toBeLessThan(0.02);
      }
      // On a tablet, there is no extra gap between the actions and the details. In landscape
      // orientation, the whole player is visible.
      await page.setViewportSize(TABLET);
      expect(await gaps(page)).toEqual([20, 20]);
      await page.setViewportSize(LANDSCAPE);
      const player = await page.locator('video').boundingBox();
      expect(player?.height).toBeLessThanOrEqual(LANDSCAPE.height);

      await page.setViewportSize(PHONE);
      const damage = [{ from_seconds: 432.1, to_seconds: 435.5 }];
      phase = { status: 'error', error_code: 'SOURCE_DAMAGED', damage };
      await page.goto(previewOf());
      const take = page.getByRole('button', { name: 'Download it anyway' });
      await take.waitFor();
      phase = running;
      await take.click();
      await page.getByText('40%').waitFor();
      const before = await moved(page);
      phase = { status: 'complete', progress: 100, expires_in_seconds: 5000, damage };
      await page.getByRole('timer').waitFor();
      expect((await moved(page)) - before).toBeLessThan(0.02);
    }),
  );
});

describe('the pages of a brand', () => {
  it(
    "fit the screen even if the brand's name is one long word",
    stage.shown(async () => {
      // Scripts are disabled, because changing the document before hydration would break the page.
      const { page } = await stage.newPage({
        viewport: { width: 320, height: 640 },
        javaScriptEnabled: false,
      });
      await page.goto(stage.url);
      const tooWide = await page.evaluate(() => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          text.nodeValue = (text.nodeValue ?? '').replace(/Dipper|Paste a link/, 'W'.repeat(80));
        }
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(tooWide).toBe(0);
    }),
  );
});
