import { sourceInfo } from '../../extract/testing/recorded-page.js';
import { tagsOf } from './tags.js';

it.each([
  [{ artist: 'Performer', uploader: 'Uploader' }, 'Performer'],
  [{ artist: null, uploader: 'Uploader' }, 'Uploader'],
  [{ artist: null, uploader: null, pageUrl: 'https://www.sounds.example/1' }, 'sounds.example'],
  [{ artist: null, uploader: null, pageUrl: 'https://youtu.be/jNQXAC9IVRw' }, 'YouTube'],
])('for %j, sets the artist to %s', (facts, artist) => {
  expect(tagsOf({ info: { ...sourceInfo([]), ...facts } }).artist).toBe(artist);
});
