// @ts-check
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { chromium } from 'playwright-core';
import { findProgram } from '../../scripts/programs/find-program.mjs';

/**
 * The names of Chromium's programs. The headless shell comes first, because tests use a third less
 * CPU time in it. Playwright's own download is not used.
 */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS';

/**
 * Features to disable. Chromium reads only the last such list, so this list also contains the
 * features that Playwright 1.65 disables.
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
  // Otherwise, Chromium starts a second renderer process for each page, in case it is needed.
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  // The address bar's popups are pages that Chromium loads for each window. In a context with one
  // page, they took half of the CPU time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/**
 * Disables V8's optimizing compilers. A page under test lives for seconds, and Chromium takes a fifth
 * less CPU time without them. Behavior is the same.
 */
const SHORT_LIVED = '--js-flags=--no-opt --no-maglev';

/**
 * Starts Chromium without its own background requests to the internet.
 * @param {readonly string[]} [more] further arguments
 */
export async function openBrowser(more = []) {
  const paths = await Promise.all([
    ...NAMES.map((name) => findProgram(name, ['/usr/bin'])),
    findProgram('Google Chrome', [APPLICATION]),
  ]);
  const executablePath = paths.find((path) => path !== undefined);
  if (executablePath === undefined) {
    throw new Error('Chromium was not found; npm test installs it where it can');
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      // Without a graphics card, a separate GPU process would only copy pictures.
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      `--disable-features=${WITHOUT.join(',')}`,
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** Starts a Chromium that does not keep this process alive, and ends together with it. */
export async function openUnrefBrowser() {
  /** @type {ChildProcess[]} */
  const children = [];
  const note = (/** @type {unknown} */ message) =>
    children.push(/** @type {{ process: ChildProcess }} */ (message).process);
  subscribe('child_process', note);
  try {
    return await openBrowser([SHORT_LIVED]);
  } finally {
    unsubscribe('child_process', note);
    for (const child of children) {
      child.unref();
      child.stdio.forEach((pipe) =>
        /** @type {import('node:net').Socket | null} */ (pipe)?.unref(),
      );
    }
  }
}
