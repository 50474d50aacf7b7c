import { readSession, writeSession } from '../../../lib/browser/session-store.js';

/** Survives a reload. The titles of one zip are kept: those of the last one. */
const KEY = 'entry-titles';

/** The titles of a zip's entries by their ids. */
type Titles = Readonly<Record<string, string>>;

/**
 * Stores the titles of a zip's entries for its page. The server does not know those of pasted links
 * until it reads their pages, which is just what fails for an entry that is missing.
 */
export function leaveEntryTitles(taskId: string, titles: Titles): void {
  writeSession(KEY, JSON.stringify({ taskId, titles }));
}

/** Returns the titles that were stored for a zip; none if this tab has not made it. */
export function leftEntryTitles(taskId: string): Titles {
  try {
    const { taskId: of, titles } = Object(JSON.parse(readSession(KEY) ?? 'null')) as {
      readonly taskId?: unknown;
      readonly titles?: unknown;
    };
    const named = Object.entries(Object(of === taskId ? titles : null) as object);
    return Object.fromEntries(
      named.filter((one): one is [string, string] => typeof one[1] === 'string'),
    );
  } catch {
    return {};
  }
}
