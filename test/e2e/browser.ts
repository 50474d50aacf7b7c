import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { isRunnable } from '../harness/program-links.js';

/**
 * Names of Chromium, the headless shell first: tests use a third less processor time in it.
 * Playwright's own download is not used.
 */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
const APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Disabled features. Chromium reads only the last such list, so this one includes Playwright's
 * own (1.65).
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
  // The popups of the address bar are pages loaded for each window. They took half of Chromium's
  // processor time for a context with one page.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Starts Chromium without its own background requests to the internet. */
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
