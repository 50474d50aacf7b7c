import { createTaskReplySchema } from '@dipper/contract';
import { fileURLToPath } from 'node:url';
import { downloadButton } from './preview-visit.js';
import { setStage } from './stage.js';

const YT_DLP_PATH = fileURLToPath(new URL('../fakes/bin/playing-yt-dlp', import.meta.url));
const PLAYLIST = 'https://www.youtube.com/playlist?list=PLcomposed0001';

const stage = setStage({ YT_DLP_PATH });

it(
  'a list is shown and chosen from, and an entry leads to its formats and back',
  stage.shown(async () => {
    // Its pictures are where no test can reach.
    stage.allowProblems(/image-proxy/);
    const { page } = await stage.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(stage.server.url);
    const list = page.getByRole('region', { name: 'List' });
    const boxes = list.getByRole('checkbox');

    await page.getByRole('textbox').fill(PLAYLIST);
    await page.keyboard.press('Enter');
    await list.getByText('A composed playlist').waitFor();
    const count = await boxes.count();
    // Others are private, and gone.
    await list.getByText(`A list of 5, of which ${count} can be had`).waitFor();
    await boxes.first().press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await list.getByText(`${count - 2} chosen`).waitFor();

    // Of the origin: each of its entries can be read.
    await page.getByRole('textbox').first().fill(`${stage.origin.url}/watch/three`);
    await page.keyboard.press('Enter');
    await list.getByText('A list of 3').waitFor();
    await boxes.nth(1).press('Space');
    await list
      .getByRole('button', { name: /^Formats of/ })
      .first()
      .press('Enter');
    await page.getByRole('region', { name: 'Formats' }).waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).waitFor();
    await page.goBack();
    await list.getByText('2 chosen').waitFor();
    await page.goForward();
    await page.getByRole('region', { name: 'Formats' }).waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await list.getByText('2 chosen').waitFor();
    expect(
      await boxes.evaluateAll((all) => all.map((it) => (it as HTMLInputElement).checked)),
    ).toEqual([true, false, true]);
  }),
);

it(
  'links that are pasted together come as one zip, which names what is missing, as its page does',
  stage.shown(async () => {
    // Nobody knows what is called a page that is gone.
    stage.expectProblems(/GET \/api\/preview: 4/);
    const context = await stage.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(stage.server.url, { waitUntil: 'networkidle' });
    const links = ['/watch/muxed?list', '/removed', '/podcast/episode'].map(
      (path) => stage.origin.url + path,
    );
    await page.evaluate((text) => navigator.clipboard.writeText(text), links.join('\n'));
    await page.getByRole('textbox').press('ControlOrMeta+v');
    const list = page.getByRole('region', { name: 'List' });
    await list.getByText('3 chosen').waitFor();
    // What nobody has pasted a title for is looked up.
    await list.getByText('Muxed clip').waitFor();
    const prepared = page.waitForResponse((response) => response.url().endsWith('/download/tasks'));
    await list.getByRole('button', { name: 'One zip' }).click();
    const { task_id: task } = createTaskReplySchema.parse(await (await prepared).json());

    const entries = page.getByRole('region', { name: 'Entries' });
    await entries.getByRole('heading', { name: '2 entries in it' }).waitFor();
    const missing = { name: '1 entry is missing', exact: true };
    expect(await entries.getByRole('heading', missing).count()).toBe(1);
    expect(await entries.getByText(/^Failed/).count()).toBe(1);
    await downloadButton(page).waitFor();
    const zip = await page.request.get(`${stage.server.url}/api/download/file/${task}`);
    expect((await zip.body()).includes('Not included.txt')).toBe(true);
  }),
);
