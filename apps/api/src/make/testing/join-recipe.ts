import { picture } from '../../extract/testing/recorded-page.js';
import type { Join } from '../recipe.js';

/** A recipe for a minute of video without audio. Override the fields that a case is about. */
export function joinRecipe(overrides: Partial<Join> = {}): Join {
  return {
    kind: 'join',
    pageUrl: 'https://site.example/watch/1',
    title: 'A title',
    fileName: 'f.mp4',
    container: 'mp4',
    durationSeconds: 60,
    isAudio: false,
    main: picture(),
    sound: null,
    ...overrides,
  };
}
