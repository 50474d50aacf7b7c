import { picture, sound } from '../../extract/testing/recorded-page.js';
import type { CheckedFiles } from '../checked/checked-files.js';
import type { Join } from '../recipe.js';
import type { CaptionReader } from './captions/caption-reader.js';
import { JoinMaker } from './join.maker.js';
import { joinRecipe } from '../testing/join-recipe.js';

const recipe: Join = joinRecipe({ sound: sound() });
const maker = new JoinMaker({} as CheckedFiles, {} as CaptionReader);

describe('JoinMaker.shareKey', () => {
  const key = maker.shareKey(recipe);

  it.each([
    ['new URLs', { main: picture({ url: 'https://cdn.example/new' }) }],
    ['another name for the file', { fileName: 'g.mp4', title: 'Another' }],
  ])('is the same with %s', (_, changes) => {
    expect(maker.shareKey({ ...recipe, ...changes })).toBe(key);
  });

  it.each([
    ['another page', { pageUrl: 'https://site.example/watch/2' }],
    ['another video stream', { main: picture({ id: 'v2' }) }],
    ['another audio stream', { sound: sound({ id: 'a2' }) }],
    ['no audio', { sound: null }],
    ['another container', { container: 'mkv' }],
    ['subtitles', { captions: { language: 'de', name: null, machine: false, files: [] } }],
    [
      'fields that only look alike when concatenated',
      { main: picture({ id: 'v","a' }), sound: null },
    ],
  ])('differs with %s', (_, changes) => {
    expect(maker.shareKey({ ...recipe, ...changes })).not.toBe(key);
  });
});
