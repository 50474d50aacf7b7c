import { API, type Format } from '@dipper/contract';
import type { Locator, Page } from 'playwright-core';
import { downloadLink } from '../../apps/web/src/features/search/result/preview-link.js';
import { pick, TestClient } from '../harness/client.js';
import { waitUntil } from '../harness/wait-until.js';
import { comesTrue, type Stage } from './stage.js';
import type { WatchedPage } from './watched-page.js';

export interface Handed {
  /** The path and query that the page opens when a visitor chooses this format. */
  readonly path: string;
  /** The task id, or '' if the format plays directly. */
  readonly task: string;
  readonly format: Format;
}

/**
 * Searches as the home page does, but without the browser.
 * @param link the link; each `variant` in it results in new formats
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

/** Waits until the bar has shown this percentage. @returns all values that the bar has shown */
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

export async function loaded(page: Page): Promise<number> {
  const duration = await comesTrue(page, () => {
    const media = document.querySelector<HTMLMediaElement>('video, audio');
    return media !== null && media.readyState > 0 && media.duration;
  });
  return Number(duration);
}

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

/** Finds the link that saves the file. It appears when a merge ends. */
export function downloadButton(page: Page): Locator {
  return page.locator('main a[download]').first();
}

export function alertWith(page: Page, words: string | RegExp): Locator {
  return page.getByRole('alert').filter({ hasText: words });
}

export function starts({ calls }: WatchedPage): number {
  return calls.filter((call) => call === `GET ${API.startMerge}`).length;
}

/** Runs the page's installed `page.clock` until a condition holds. */
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
