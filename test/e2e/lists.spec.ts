import { createTaskReplySchema } from '@dipper/contract';
import { downloadButton } from './preview-visit.js';
import { setStage, visit } from './stage.js';

const stage = setStage();

it(
  'entries of a list can be selected by keyboard, and stay selected while one of them shows its formats',
  stage.shown(async () => {
    const { page } = await stage.newPage({ viewport: { width: 390, height: 844 } });
    await visit(page, stage.url);
    const list = page.getByRole('region', { name: 'List' });
    const boxes = list.getByRole('checkbox');

    await page.getByRole('textbox').fill(`${stage.origin.url}/watch/three`);
    await page.keyboard.press('Enter');
    await list.getByText('List of 3 entries').waitFor();
    await boxes.first().press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await list.getByText('1 selected').waitFor();
    await boxes.first().press('Space');
    await list.getByText('2 selected').waitFor();
    await list
      .getByRole('button', { name: /^Formats for/ })
      .first()
      .press('Enter');
    await page.getByRole('region', { name: 'Formats' }).waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).waitFor();
    await page.goBack();
    await list.getByText('2 selected').waitFor();
    await page.goForward();
    await page.getByRole('region', { name: 'Formats' }).waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await list.getByText('2 selected').waitFor();
    expect(
      await boxes.evaluateAll((all) => all.map((it) => (it as HTMLInputElement).checked)),
    ).toEqual([true, false, true]);
  }),
);

it(
  'links pasted together are downloaded as one zip file, which lists the missing entries',
  stage.shown(async () => {
    stage.expectProblems(/GET \/api\/preview: 4/);
    const context = await stage.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await visit(page, stage.url);
    const links = ['/watch/muxed?list', '/removed', '/podcast/episode'].map(
      (path) => stage.origin.url + path,
    );
    await page.evaluate((text) => navigator.clipboard.writeText(text), links.join('\n'));
    // Titles are loaded one at a time. Without this wait, the test could leave the page before the
    // last title is loaded.
    const gone = page.waitForResponse(
      (response) => response.url().includes('/api/preview') && response.status() >= 400,
    );
    await page.getByRole('textbox').press('ControlOrMeta+v');
    const list = page.getByRole('region', { name: 'List' });
    await list.getByText('3 selected').waitFor();
    await list.getByText('Muxed clip').waitFor();
    await gone;
    const prepared = page.waitForResponse((response) => response.url().endsWith('/download/tasks'));
    await list.getByRole('button', { name: /^Download \d+ as one zip$/ }).click();
    const { task_id: task } = createTaskReplySchema.parse(await (await prepared).json());

    const entries = page.getByRole('region', { name: 'Entries' });
    await entries.getByRole('heading', { name: '2 entries included' }).waitFor();
    const missing = { name: '1 entry is missing', exact: true };
    expect(await entries.getByRole('heading', missing).count()).toBe(1);
    expect(await entries.getByText(/^Failed/).count()).toBe(1);
    await downloadButton(page).waitFor();
    const zip = await page.request.get(`${stage.url}/api/download/file/${task}`);
    expect((await zip.body()).includes('Not included.txt')).toBe(true);
  }),
);
