import { API, type Format } from '@dipper/contract';
import type { Locator, Page } from 'playwright-core';
import { downloadLink } from '../../apps/web/src/features/search/result/preview-link.js';
import { pick, TestClient } from '../harness/client.js';
import { waitUntil } from '../harness/wait-until.js';
import { comesTrue, type Stage } from './stage.js';
import type { WatchedPage } from './watched-page.js';

/** A format as a search hands it out. */
export interface Handed {
  /** Where choosing it leads, with its query. */
  readonly path: string;
  /** '' where it plays as it is. */
  readonly task: string;
  readonly format: Format;
}

/**
 * Searches as the home page does, without its clicks.
 * @param link whose formats are new with each `variant` in it
 */
export async function handOut(
  stage: Stage,
  link: string,
  fits: (format: Format) => boolean = ({ kind }) => kind === 'merge',
): Promise<Handed> {
  const info = await new TestClient(stage.server).search(link);
  const format = pick(info, fits);
  return { path: downloadLink(info, format), task: format.task_id ?? '', format };
}

/** Waits until the bar has shown this much. @returns all that it has shown */
export async function untilProgress({ page }: WatchedPage, percent: number): Promise<number[]> {
  return comesTrue(
    page,
    (least) => {
      const { seen } = window as unknown as { seen: number[] };
      return seen.some((value) => value >= least) && seen;
    },
    percent,
  ) as Promise<number[]>;
}

/** Waits until the player knows what it plays. @returns its duration, seconds */
export async function loaded(page: Page): Promise<number> {
  const duration = await comesTrue(page, () => {
    const media = document.querySelector<HTMLMediaElement>('video, audio');
    return media !== null && media.readyState > 0 && media.duration;
  });
  return Number(duration);
}

/** Plays what a page has loaded, without a sound, until time passes in it. */
export async function plays(page: Page): Promise<void> {
  await loaded(page);
  const media = page.locator('video, audio').first();
  await media.evaluate((it: HTMLMediaElement) => {
    it.muted = true;
    return it.play();
  });
  await comesTrue(
    page,
    () => (document.querySelector<HTMLMediaElement>('video, audio')?.currentTime ?? 0) > 0,
  );
}

/** The button that saves the file; it comes with the end of a merge. */
export function downloadButton(page: Page): Locator {
  return page.locator('main a[download]').first();
}

/** An alert that holds these words. */
export function alertWith(page: Page, words: string): Locator {
  return page.getByRole('alert').filter({ hasText: words });
}

/** How often a page has asked to start a task. */
export function starts({ calls }: WatchedPage): number {
  return calls.filter((call) => call === `GET ${API.startMerge}`).length;
}

/**
 * Stops the page's own clock (`page.clock`, installed) a little ahead: a clock cannot be stopped in its
 * past, and a busy machine takes its time between the look and the stop.
 */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

/** Lets the page's own clock (`page.clock`, installed) run until something holds. */
export async function runUntil(
  page: Page,
  holds: () => Promise<boolean> | boolean,
  stepMs: number,
): Promise<void> {
  await waitUntil(
    async () => {
      await page.clock.runFor(stepMs);
      return holds();
    },
    `on the page's clock: ${String(holds)}`,
  );
}
