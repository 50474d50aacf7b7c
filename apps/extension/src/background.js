import { sendAddress } from './addresses.js';
import { readServer } from './server-store.js';

// Clicking the button grants access to the address of this tab only (`activeTab`).
chrome.action.onClicked.addListener(async (tab) => {
  const server = await readServer();
  if (server === null) {
    await chrome.runtime.openOptionsPage();
    return;
  }
  await chrome.tabs.create({
    url: sendAddress(server, tab.url ?? ''),
    index: tab.index + 1,
    ...(tab.id !== undefined && { openerTabId: tab.id }),
  });
});

chrome.runtime.onInstalled.addListener(async ({ reason }) => {
  if (reason === 'install' && (await readServer()) === null) {
    await chrome.runtime.openOptionsPage();
  }
});
