import { Extractions1795230000000 } from './1795230000000-extractions.js';
import { MergeTasks1795230000001 } from './1795230000001-merge-tasks.js';
import { GrantsAndRecipes1795230000002 } from './1795230000002-grants-and-recipes.js';
import { Turns1795230000010 } from './1795230000010-turns.js';
import { Damage1795230000011 } from './1795230000011-damage.js';
import { ErrorValues1795230000012 } from './1795230000012-error-values.js';
import { Steps1795230000014 } from './1795230000014-steps.js';
import { Accounts1795230000030 } from './1795230000030-accounts.js';
import { AccountMails1795230000031 } from './1795230000031-account-mails.js';
import { DownloadHistory1795230000032 } from './1795230000032-download-history.js';
import { UnconfirmedAccounts1795230000033 } from './1795230000033-unconfirmed-accounts.js';
import { LastSignIn1795230000034 } from './1795230000034-last-sign-in.js';
import { SweepsAndVolume1795230000040 } from './1795230000040-sweeps-and-volume.js';
import { MailsSentOnce1795230000041 } from './1795230000041-mails-sent-once.js';
import { PlatformAlerts1795230000051 } from './1795230000051-platform-alerts.js';
import { PlatformOutcomes1795230000050 } from './1795230000050-platform-outcomes.js';
import { TraceParents1795230000064 } from './1795230000064-trace-parents.js';
import { ApiKeys1795230000081 } from './1795230000081-api-keys.js';
import { IdempotentRequests1795230000082 } from './1795230000082-idempotent-requests.js';
import { TaskCallbacks1795230000083 } from './1795230000083-task-callbacks.js';
import { PodcastFeeds1795230000087 } from './1795230000087-podcast-feeds.js';
import { FilesKeptForFeeds1795230000088 } from './1795230000088-files-kept-for-feeds.js';
import { Entries1795230000021 } from './1795230000021-entries.js';
import { ShortLinks1795230000020 } from './1795230000020-short-links.js';

/** All migrations, oldest first. They run at each start, on both PGlite and Postgres. */
export const MIGRATIONS = [
  Extractions1795230000000,
  MergeTasks1795230000001,
  GrantsAndRecipes1795230000002,
  Turns1795230000010,
  Damage1795230000011,
  ErrorValues1795230000012,
  Steps1795230000014,
  ShortLinks1795230000020,
  Entries1795230000021,
  Accounts1795230000030,
  AccountMails1795230000031,
  DownloadHistory1795230000032,
  UnconfirmedAccounts1795230000033,
  LastSignIn1795230000034,
  SweepsAndVolume1795230000040,
  MailsSentOnce1795230000041,
  PlatformOutcomes1795230000050,
  PlatformAlerts1795230000051,
  TraceParents1795230000064,
  ApiKeys1795230000081,
  IdempotentRequests1795230000082,
  TaskCallbacks1795230000083,
  PodcastFeeds1795230000087,
  FilesKeptForFeeds1795230000088,
];
