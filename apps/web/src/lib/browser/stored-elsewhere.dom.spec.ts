import { onStoredElsewhere } from './stored-elsewhere.js';

const stored = (key: string | null) => new StorageEvent('storage', { key });
const shown = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

it.each<[string, Event, number]>([
  ['hears that another tab stores something under the key', stored('mine'), 1],
  ['hears that another tab clears the whole storage', stored(null), 1],
  ['hears that the page returns from the back/forward cache', shown(true), 1],
  ['ignores what another tab stores under another key', stored('other'), 0],
  ['ignores that the page is shown for the first time', shown(false), 0],
])('%s', (_, event, calls) => {
  const listener = jest.fn();
  const watched = new AbortController();
  onStoredElsewhere('mine', listener, watched.signal);
  window.dispatchEvent(event);
  expect(listener).toHaveBeenCalledTimes(calls);
  watched.abort();
  window.dispatchEvent(event);
  expect(listener).toHaveBeenCalledTimes(calls);
});
