import type { Offer } from '../../extract/formats/offer.js';
import { picture, sound, sourceInfo } from '../../extract/testing/recorded-page.js';
import { recipeSchema } from '../recipe.js';
import { joinOf } from './join.recipe.js';

const info = sourceInfo([]);
const pair: Offer = {
  kind: 'merge',
  main: picture({ height: 720 }),
  sound: sound(),
  container: 'mp4',
  recommended: true,
};
const recipe = (offer: Offer): ReturnType<typeof joinOf> =>
  joinOf({ pageUrl: 'https://site.example/watch/1', info, offer }, 'dipper.example:3000');

describe('joinOf', () => {
  it("keeps the page's details, and names the file after the title", () => {
    expect(recipe(pair)).toMatchObject({
      pageUrl: 'https://site.example/watch/1',
      durationSeconds: 60,
      container: 'mp4',
      isAudio: false,
      main: pair.main,
      sound: pair.sound,
    });
    expect(recipe(pair).fileName).toBe('dipper.example_A_title_720p.mp4');
  });

  it('distinguishes audio from silent video', () => {
    const alone = { ...pair, sound: null };
    expect(recipe({ ...alone, main: sound(), container: 'm4a' }).isAudio).toBe(true);
    expect(recipe(alone).isAudio).toBe(false);
  });

  it.each([
    ['wav', true, 'wav'],
    ['m4v', false, 'm4v'],
    ['wma', true, 'mka'],
    ['mpg', false, 'mkv'],
  ])('names the file after the container that is written: %s', (ext, isAudio, container) => {
    const main = isAudio ? sound({ ext }) : picture({ ext });
    const made = recipe({ ...pair, kind: 'direct', main, sound: null, container: ext });
    expect(made).toMatchObject({ container, isAudio });
    expect(made.fileName.endsWith(`.${container}`)).toBe(true);
  });

  it('makes a recipe that stays the same when stored as JSON', () => {
    expect(recipeSchema.parse(JSON.parse(JSON.stringify(recipe(pair))))).toEqual(recipe(pair));
  });
});
