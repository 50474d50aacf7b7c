import { PSEUDO_LONG } from '@dipper/site';
import { act, configure, render } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeSession } from '../src/entities/session/session.js';
import { plainEnglish } from '../src/testing/plain-english.js';
import { usualTimers } from './samples.js';
import { showState, SITE } from './show-state.js';
import { GROUPS } from './states.js';

/**
 * A site with few links in the menus and the footer, because rendering them takes jsdom most of its
 * time.
 */
const SMALL_SITE = { ...SITE, supportedPlatforms: SITE.supportedPlatforms.slice(0, 1) };
const STATES = GROUPS.flatMap(({ states }) => states);

// In some states, timers of up to 5 s fire immediately (`hurry`). This timeout must not be one of
// them.
configure({ asyncUtilTimeout: 20_000 });

// The visitor waits for elements to appear, as in a browser, instead of relying on React's `act`.
beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));
afterAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
afterEach(() => {
  jest.restoreAllMocks();
  usualTimers();
  act(() => closeSession('sessionExpired'));
});

const SOURCES = join(__dirname, '../src');
const sourcesOf = (isWanted: (file: string) => boolean): string =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => isWanted(file) && !file.includes('.spec.'))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n');
const CODE = sourcesOf((file) => /^(?!i18n\/en|testing|content).*\.tsx?$/.test(file));
const CONTENT = sourcesOf((file) => /^content\/en\/.*\.(?:json|mdx)$/.test(file));
/** Names of keys, file types, platforms and languages, and a key of the configuration. */
const NAMES = ['Enter', 'Esc', 'ZIP', 'YouTube', 'Facebook', 'Español', 'features.debugMode'];

/**
 * Returns the English texts of a page in a pseudo-language that are written in our code. The others
 * are data, or long-form texts, which have no pseudo-translation.
 */
function hardCoded(): readonly string[] {
  return plainEnglish(document.body)
    .map((text) => text.trim())
    .filter((text) => !NAMES.includes(text) && !CONTENT.includes(text))
    .filter(isInCode);
}

/** Texts of menus recur in every state, and searching all code for one takes milliseconds. */
const searched = new Map<string, boolean>();

function isInCode(text: string): boolean {
  const known = searched.get(text);
  if (known !== undefined) {
    return known;
  }
  const escaped = text.replace(/[^\w ]/g, '\\$&');
  const literal = new RegExp(`(?:['"\`>]|^\\s*)${escaped}(?:['"\`<]|\\s*$)`, 'm');
  // The plain search is ten times as fast, and rules out most texts.
  const isFound = CODE.includes(text) && literal.test(CODE);
  searched.set(text, isFound);
  return isFound;
}

it.each(STATES.map((state) => [state.name, state] as const))(
  'the page reaches the state %s without an error, and its code contains no English',
  async (_name, state) => {
    const errors = jest.spyOn(console, 'error');
    // Otherwise, the page would offer English.
    jest.spyOn(navigator, 'language', 'get').mockReturnValue(PSEUDO_LONG);
    // Debug mode logs to the console.
    jest.spyOn(console, 'debug').mockReturnValue();
    // jsdom cannot play media.
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    jest.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
    const { view, reach } = await showState(state, PSEUDO_LONG, SMALL_SITE);
    render(view);
    await reach();
    expect(document.body).not.toHaveTextContent('This page crashed');
    expect(errors.mock.calls).toEqual([]);
    expect(hardCoded()).toEqual([]);
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
