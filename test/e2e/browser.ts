import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { isRunnable } from '../harness/program-links.js';

/**
 * Names and places of Chromium, the one without windows first: a test takes a third less of the
 * processor in it. Playwright's own download is not used.
 */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
const APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * What is switched off: Chromium heeds the last such list alone, so that this has what playwright
 * (1.65) would have, too.
 */
const WITHOUT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // The popups of the address bar: pages of their own, loaded for each window, that nobody opens
  // here. They took half of what Chromium takes of the processor for a context with one page.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Starts Chromium so that it asks nothing of the internet by itself. */
export async function openBrowser(): Promise<Browser> {
  const candidates = NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name)));
  const executablePath = [...candidates, APPLICATION].find(isRunnable);
  if (executablePath === undefined) {
    throw new Error('Chromium was not found; npm test installs it where it can');
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      `--disable-features=${WITHOUT.join(',')}`,
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
