import { mergeStatus } from '@dipper/client/testing';
import {
  API,
  type ListInfo,
  type MergeStatus,
  SEARCH_STREAM_TYPE,
  type SearchEvent,
  type VideoInfo,
} from '@dipper/contract';
import type { Locator, Page, WebSocketRoute } from 'playwright-core';
import { format, listInfo, videoInfo } from '../../apps/web/src/testing/fixtures.js';
import { PASSWORD } from '../harness/account-client.js';
import { pickOfMenu, setAccountStage } from './account-stage.js';
import { downloadButton, loaded } from './preview-visit.js';
import { comesTrue, goInside, visit } from './stage.js';

/**
 * Cases that visitors reported and no other browser test covers. docs/decisions/0061 lists all
 * reports. The server's replies are mocked, because these cases are only about the pages.
 */

const { stage, client, signIn } = setAccountStage();

const SOURCE = 'https://clips.test/1';
const COMPLETE = {
  status: 'complete',
  progress: 100,
  stage: null,
  expires_in_seconds: 3000,
} as const;

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((it) => it === document.activeElement);

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return box ?? { x: NaN, y: NaN, width: NaN, height: NaN };
};

/** A complete result, or an event of a stream. */
type Reply = VideoInfo | ListInfo | SearchEvent;

/** Opens the home page. Each search gets this reply. */
async function home(reply: Reply): Promise<Page> {
  const { page } = await stage.newPage();
  await page.route(`**${API.search}`, (route) =>
    'type' in reply
      ? route.fulfill({ contentType: SEARCH_STREAM_TYPE, body: `${JSON.stringify(reply)}\n` })
      : route.fulfill({ json: reply }),
  );
  await page.route('**/api/image-proxy?*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  );
  await visit(page, stage.url);
  return page;
}

async function searched(reply: Reply): Promise<Page> {
  const page = await home(reply);
  await page.getByRole('textbox').fill(SOURCE);
  await page.getByRole('textbox').press('Enter');
  return page;
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270"/>';

/**
 * Plays the server's part on a socket (socket.io protocol 5), because polls begin only after three
 * seconds.
 */
function answerSubscriptions(socket: WebSocketRoute, status: () => Partial<MergeStatus>): void {
  socket.onMessage((message) => {
    const text = String(message);
    const [, ack, task] = /^42(\d+)\["merge:subscribe",.*"task_id":"([^"]+)"/.exec(text) ?? [];
    if (text === '40') {
      socket.send('40{"sid":"b"}');
    } else if (task !== undefined) {
      socket.send(`43${ack}${JSON.stringify([mergeStatus({ task_id: task, ...status() })])}`);
    }
  });
  socket.send('0{"sid":"a","upgrades":[],"pingInterval":300000,"pingTimeout":300000}');
}

/** Replies to all requests from the page of a task. */
async function mockTasks(page: Page, status: () => Partial<MergeStatus>): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => answerSubscriptions(socket, status));
  await page.route(`**${API.startMerge}?*`, (route) => {
    const task_id = new URL(route.request().url()).searchParams.get('task_id');
    return route.fulfill({ json: { task_id, status: 'queued' } });
  });
  await page.route('**/api/download/waveform/*', (route) => route.fulfill({ json: { peaks: [] } }));
  await page.route('**/api/download/file/*', async (route) => {
    const media = await route.fetch({ url: `${stage.origin.url}/media/muxed.mp4` });
    await route.fulfill({ response: media });
  });
}

/**
 * Returns the path of a task's page. Each task needs a different id, because a page starts each
 * task only once.
 */
const taskPath = (name: string, more: Record<string, string> = {}): string => {
  const query = { task_id: name.padEnd(24, 'x'), video_format_id: 'v', audio_format_id: 'a' };
  const about = { title: 'A clip', source_url: SOURCE };
  return `/preview?${new URLSearchParams({ ...query, ...about, ...more }).toString()}`;
};

async function finished(more: Record<string, string> = {}): Promise<Page> {
  const { page } = await stage.newPage();
  await mockTasks(page, () => COMPLETE);
  await visit(page, stage.url + taskPath('finished', more));
  await downloadButton(page).waitFor();
  return page;
}

const video = (quality: string, format_id: string) =>
  format({
    format_id,
    quality,
    url: format_id,
    offer_id: format_id,
    recommended: format_id === 'a',
  });
const mp3 = (bitrate: number) =>
  format({
    ...{ format_id: `${bitrate}`, kind: 'audio', task_id: `mp3${bitrate}`, offer_id: `${bitrate}` },
    ...{ ext: 'mp3', quality: null, resolution: null, vcodec: null, bitrate },
    ...{ is_audio_only: true, recommended: false, filesize: null },
  });
const RESULT = videoInfo({
  ...{ platform: 'Unknown Platform', webpage_url: SOURCE },
  formats: [
    ...[video('1080p', 'a'), video('1080p', 'b'), video('720p', 'c'), video('360p', 'd')],
    ...[mp3(320), mp3(192), mp3(128)],
  ],
});

describe('the home page', () => {
  it(
    'says once when files are deleted, and shows "+6 more" in the same line as the platforms',
    stage.shown(async () => {
      const { page } = await stage.newPage();
      await visit(page, stage.url);
      expect(await page.getByText(/^We check every file/).allInnerTexts()).toEqual([
        expect.stringMatching(/delete it after \d+ \w+\.$/),
      ]);
      const more = page.getByRole('button', { name: /^\+\d+ more$/ });
      const list = page.getByRole('list').filter({ has: more });
      const last = list.getByRole('listitem').filter({ visible: true, hasNot: more }).nth(6);
      const [link, button] = [await boxOf(last), await boxOf(more)];
      const middle = button.y + button.height / 2;
      expect([link.y < middle, middle < link.y + link.height]).toEqual([true, true]);
    }),
  );

  it(
    'a failed search shows a drawing and a sentence, without a red box',
    stage.shown(async () => {
      const refusal = { error: 'We found nothing here.', code: 'NO_MEDIA', retry_after: null };
      const page = await searched({ type: 'error', ...refusal });
      const alert = page.getByRole('alert').filter({ hasText: refusal.error });
      await alert.waitFor();
      const card = page.locator('.card').filter({ has: alert });
      await card.getByRole('img', { name: /^A dipper searching underwater/ }).waitFor();
      const looks = (it: Element): string[] => {
        const { color, backgroundColor } = getComputedStyle(it);
        return [color, backgroundColor];
      };
      const body = await page.locator('body').evaluate((it) => getComputedStyle(it).color);
      expect((await alert.evaluate(looks))[0]).toBe(body);
      const [, background = ''] = await card.evaluate(looks);
      const [red = NaN, green = NaN, blue = NaN] = (background.match(/\d+/g) ?? []).map(Number);
      expect(red - Math.min(green, blue)).toBeLessThan(16);
    }),
  );
});

describe('a result', () => {
  it(
    'names the host in place of "Unknown Platform", each quality once, and MP3 from the highest bitrate down',
    stage.shown(async () => {
      const page = await searched(RESULT);
      const formats = page.getByRole('region', { name: 'Formats' });
      await formats.getByText('clips.test').first().waitFor();
      expect(await page.getByText('Unknown Platform').count()).toBe(0);

      await page.getByText('Found 1080p, 720p, 360p and audio.').last().waitFor();
      expect(await page.getByText(/formats found/).count()).toBe(0);

      await formats.getByRole('tab', { name: 'Audio' }).click();
      const rows = formats.getByRole('tabpanel').getByText(/^(Audio )?MP3 \d+ kbps$/);
      await rows.first().waitFor();
      const rates = (await rows.allInnerTexts()).map((text) => /\d+(?= kbps)/.exec(text)?.[0]);
      expect(rates).toEqual(['320', '192', '128']);
    }),
  );

  it(
    'of a list states how many files each button downloads, in which quality, and which file is being made',
    stage.shown(async () => {
      const page = await searched(listInfo());
      const task = 'zip'.padEnd(24, 'x');
      const states = ['done', 'done', 'making'] as const;
      await mockTasks(page, () => ({
        ...{ kind: 'bundle', stage: 'checking', progress: 40 },
        entries: states.map((state, at) => ({
          ...{ id: `e${at + 1}`, title: `Part ${at + 1}`, state, error_code: null },
        })),
      }));
      await page.route(`**${API.tasks}`, (route) =>
        route.fulfill({
          status: 201,
          json: { task_id: task, status: 'prepared', filename: 'A showcase.zip' },
        }),
      );
      const list = page.getByRole('region', { name: 'List' });
      await list.getByRole('button', { name: 'Download 3 files one by one' }).waitFor();
      await list.getByRole('combobox', { name: 'Quality' }).selectOption('MP3');
      await list.getByRole('button', { name: 'Download 3 as one zip' }).click();
      await page.getByText('File 3 of 3: Verifying the file...').first().waitFor();
    }),
  );

  it(
    'of a pasted link is saved without another click once the visitor has enabled that',
    stage.shown(async () => {
      const prepared = { kind: 'merge', task_id: 'pasted'.padEnd(24, 'x') } as const;
      const page = await home(videoInfo({ formats: [format(prepared)] }));
      await mockTasks(page, () => COMPLETE);
      await page.evaluate(() => localStorage.setItem('save-at-once', 'true'));
      const saved = page.waitForEvent('download');
      await page.locator('body').evaluate((body, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        const init = { clipboardData, bubbles: true, cancelable: true };
        body.dispatchEvent(new ClipboardEvent('paste', init));
      }, SOURCE);
      expect((await saved).suggestedFilename()).toBe(format().filename);
      expect(new URL(page.url()).pathname).toBe('/preview');
    }),
  );
});

describe('a finished file', () => {
  it(
    'has Save as the first Tab stop after the title, Share beside the title, and the other choices below it',
    stage.shown(async () => {
      const page = await finished();
      const title = page.getByRole('heading', { level: 1 });
      await title.focus();
      await page.keyboard.press('Tab');
      expect(await isFocused(downloadButton(page))).toBe(true);

      // Locate the button first, because it makes the title narrower when it appears.
      const share = await boxOf(page.getByRole('button', { name: 'Share' }));
      const heading = await boxOf(title);
      expect(share.y).toBeLessThan(heading.y + heading.height);
      expect(share.x).toBeGreaterThanOrEqual(heading.x + heading.width);

      await loaded(page);
      const more = page.getByRole('region', { name: 'More from this item' });
      await more.getByRole('button', { name: /^Audio only MP3/ }).waitFor();
      await more.getByRole('button', { name: /^Make a clip 0:00/ }).waitFor();
    }),
  );

  it(
    'of audio reports that the file is ready, and does not mention video',
    stage.shown(async () => {
      const page = await finished({ is_audio: 'true', filename: 'clip.mp3' });
      await page.getByRole('status').filter({ hasText: 'Your file is ready.' }).waitFor();
      expect(await page.getByText(/Loading video/).count()).toBe(0);
    }),
  );
});

it(
  'failed and expired files have different drawings',
  stage.shown(async () => {
    const { page } = await stage.newPage();
    let status: Partial<MergeStatus> = { status: 'error', error_code: 'SOURCE_FAILED' };
    await mockTasks(page, () => status);
    await visit(page, stage.url + taskPath('failed'));
    await page.getByRole('img', { name: /^A dipper on a stone, while a fish swims/ }).waitFor();
    status = { ...COMPLETE, expires_in_seconds: 0 };
    await goInside(page, taskPath('expired', { title: 'Another clip' }), 'Another clip');
    await page.getByRole('img', { name: /^A boat left dry on the sand/ }).waitFor();
  }),
);

it(
  'a profile shows the name that was given at sign-up, but neither a limit nor an upgrade',
  stage.shown(async () => {
    const email = 'named@people.example';
    await client().send(API.register, { email, password: PASSWORD, username: 'Ada' });
    const { page } = (await signIn(email)).watched;
    await pickOfMenu(page, 'Profile & Settings');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Display name' }).waitFor();
    await comesTrue(page, () =>
      [...document.querySelectorAll<HTMLInputElement>('dialog input')].some(
        ({ value }) => value === 'Ada',
      ),
    );
    await dialog.getByText('Plan', { exact: true }).waitFor();
    expect(await page.getByText(/daily limit|past the limit|upgrade/i).count()).toBe(0);
  }),
);
