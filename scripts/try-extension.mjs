/**
 * Tries apps/extension in a real Chromium: chooses a server on the options page, presses the button
 * on a page, and checks which address opens. CHROMIUM is the path of a Chromium with extensions
 * (the headless shell cannot load any).
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findProgram } from './programs/find-program.mjs';

const EXTENSION = join(import.meta.dirname, '../apps/extension');
const executablePath = process.env['CHROMIUM'] ?? (await findProgram('chromium', ['/usr/bin']));
assert(executablePath, 'Chromium was not found');

/** Stands in for both the page and the Dipper server, which have different host names. */
const site = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end('<title>A page</title><h1>A page</h1>');
});
await new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve(null)));
const { port } = /** @type {import('node:net').AddressInfo} */ (site.address());
const PAGE = `http://127.0.0.1:${port}/watch?v=1&list=ä`;

const folder = await mkdtemp(join(tmpdir(), 'dipper-extension-'));
const context = await chromium.launchPersistentContext(folder, {
  executablePath,
  headless: false,
  ignoreDefaultArgs: ['--disable-extensions'],
  args: [
    ...['--headless=new', '--no-sandbox', '--disable-gpu', '--enable-unsafe-extension-debugging'],
    ...[`--disable-extensions-except=${EXTENSION}`, `--load-extension=${EXTENSION}`],
    '--disable-features=DisableLoadExtensionCommandLineSwitch',
  ],
});
try {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL(worker.url()).host;
  // Chromium opens the options in the empty tab that it starts with.
  const tab = context.pages()[0] ?? (await context.waitForEvent('page'));
  await tab.waitForURL(`chrome-extension://${id}/options.html`);
  console.log('opens its options when it is installed');

  await tab.getByRole('textbox').fill('http://dipper.example');
  await tab.getByRole('button').click();
  await tab.locator('.fault').waitFor();
  await tab.getByRole('textbox').fill(`localhost:${port}/help-center`);
  await tab.getByRole('button').click();
  await tab.getByText(`Saved. The button now sends pages to localhost:${port}.`).waitFor();
  await tab.screenshot({ path: join(tmpdir(), 'dipper-extension-options.png') });
  console.log('saves the chosen server');

  const page = await context.newPage();
  await page.goto(PAGE);
  await page.bringToFront();
  const browser = /** @type {import('playwright-core').Browser} */ (context.browser());
  const session = await browser.newBrowserCDPSession();
  // Playwright supports neither tabs nor pressing the button of an extension.
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const target = targetInfos.find(({ url }) => url === new URL(PAGE).href);
  const opening = context.waitForEvent('page');
  const press = { id, targetId: target?.targetId };
  await session.send(
    /** @type {never} */ ('Extensions.triggerAction'),
    /** @type {never} */ (press),
  );
  const opened = await opening;
  await opened.waitForURL(/go=1/);
  const address = new URL(opened.url());
  assert.equal(address.origin, `http://localhost:${port}`);
  assert.deepEqual(Object.fromEntries(address.searchParams), { url: new URL(PAGE).href, go: '1' });
  console.log(`opens ${opened.url()}`);
} finally {
  await context.close();
  site.close();
  await rm(folder, { recursive: true, force: true });
}
