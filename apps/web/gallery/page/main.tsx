import '../../src/theme/app.css';
import './gallery.css';
import { configure } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { showState } from '../show-state.js';
import { stateNamed } from '../states.js';
import { GalleryIndex } from './gallery-index.js';
import { holdAnimations } from './hold-animations.js';
import { applyLook, lookIn, siteOf } from './look.js';

const root = createRoot(document.getElementById('root') as HTMLElement);
const { pathname, search } = window.location;
const look = lookIn(new URLSearchParams(search));
const state = stateNamed(pathname.replace(/^\/gallery\//, ''));

/**
 * Shows the state, and marks the root element once it has been reached. The screenshot script waits
 * for the mark (scripts/gallery/screenshots.mjs).
 */
async function open(shown: NonNullable<typeof state>): Promise<void> {
  applyLook(look);
  document.title = `${shown.name} | Gallery`;
  const { view, reach } = await showState(shown, look.language, siteOf(look.brand));
  root.render(view);
  await reach();
  if (shown.heldAt !== undefined) {
    holdAnimations(Number(new URLSearchParams(search).get('at') ?? shown.heldAt));
  }
}

configure({
  asyncUtilTimeout: 20_000,
  // Keep the whole document out of the message.
  getElementError: (message) => new Error(message ?? ''),
});
if (state === undefined) {
  applyLook({ ...look, language: 'en' });
  root.render(<GalleryIndex />);
} else {
  open(state).then(
    () => (document.documentElement.dataset['gallery'] = state.overlay ? 'overlay' : 'reached'),
    (error: unknown) => {
      document.documentElement.dataset['gallery'] = String(error);
      reportError(error);
    },
  );
}
