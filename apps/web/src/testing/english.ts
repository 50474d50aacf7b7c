import { createI18n } from '../i18n/create-i18n.js';
import common from '../i18n/en/common.json';
import home from '../i18n/en/home.json';
import list from '../i18n/en/list.json';
import landing from '../i18n/en/landing.json';
import notFound from '../i18n/en/not-found.json';
import offline from '../i18n/en/offline.json';
import preview from '../i18n/en/preview.js';
import recentDownloads from '../i18n/en/recent-downloads.json';
import search from '../i18n/en/search.js';
import share from '../i18n/en/share.js';
import status from '../i18n/en/status.json';
import shortLink from '../i18n/en/short-link.json';
import extras from '../i18n/en/extras.json';
import { labelsIn } from '../i18n/labels.js';

/** The texts of the pages that most specs render. */
const labels = labelsIn({ common, extras, preview, search, share });

export const english = createI18n('en', {
  ...{ common, home, landing, notFound, offline, preview, search },
  ...{ extras, labels, list, recentDownloads, share, shortLink, status },
});
