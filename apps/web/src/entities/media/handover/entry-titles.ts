import { readSession, writeSession } from '../../../lib/browser/session-store.js';

/** Survives a reload. Only the titles of the last zip are kept. */
const KEY = 'entry-titles';

/** Titles of a zip's entries by id. */
type Titles = Readonly<Record<string, string>>;

/**
 * Stores the titles of a zip's entries for its page. The server does not know those of pasted links
 * until it reads their pages, which is exactly what fails for missing entries.
 */
export function leaveEntryTitles(taskId: string, titles: Titles): void {
  writeSession(KEY, JSON.stringify({ taskId, titles }));
}

/** Returns the titles stored for a zip; none if it was not made in this tab. */
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
