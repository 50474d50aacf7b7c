import { DEFAULT_LANGUAGE } from '@dipper/site';
import { act, configure, render } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeSession } from '../src/entities/session/session.js';
import { usualTimers } from './samples.js';
import { showState, SITE } from './show-state.js';
import { GROUPS } from './states.js';

/**
 * Has few links in the menus and the footer, because rendering them takes jsdom most of its time.
 */
const SMALL_SITE = { ...SITE, supportedPlatforms: SITE.supportedPlatforms.slice(0, 1) };
const STATES = GROUPS.flatMap(({ states }) => states);

// In some states, timers of up to 5 s fire at once (`hurry`). This timeout must not be one of them.
configure({ asyncUtilTimeout: 20_000 });

// The visitor waits for elements to appear, as in a browser, instead of relying on React's `act`.
beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));
afterAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
afterEach(() => {
  jest.restoreAllMocks();
  usualTimers();
  act(() => closeSession('sessionExpired'));
});

it.each(STATES.map((state) => [state.name, state] as const))(
  'the page reaches the state %s without an error',
  async (_name, state) => {
    const errors = jest.spyOn(console, 'error');
    // Debug mode logs to the console.
    jest.spyOn(console, 'debug').mockReturnValue();
    // jsdom cannot play.
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    jest.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
    const { view, reach } = await showState(state, DEFAULT_LANGUAGE, SMALL_SITE);
    render(view);
    await reach();
    expect(document.body).not.toHaveTextContent('This page crashed');
    expect(errors.mock.calls).toEqual([]);
  },
);

it('gives each state its own name, which begins with the name of its group', () => {
  const names = STATES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name: group, states } of GROUPS) {
    expect(states.filter(({ name }) => !name.startsWith(`${group}-`))).toEqual([]);
  }
});

it('shows states of every section of docs/preview-states.md', () => {
  const text = readFileSync(join(__dirname, '../../../docs/preview-states.md'), 'utf8');
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(sections.length).toBeGreaterThan(0);
  expect([...new Set(GROUPS.flatMap(({ documented }) => documented ?? []))].sort()).toEqual(
    sections.sort(),
  );
});
