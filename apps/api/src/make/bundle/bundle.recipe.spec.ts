import type { ListTarget } from '../../extract/list-target.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { recipeSchema } from '../recipe.js';
import { chosenEntry } from '../testing/list-world.js';
import { bundleOf, entryOf } from './bundle.recipe.js';
import { listKey } from './list-key.js';

const LISTED: ListTarget = {
  pageUrl: 'https://www.youtube.com/playlist?list=PL1',
  title: 'A list: part 1/2',
  total: 500,
  entries: [0, 1, 2].map((at) => ({ ...chosenEntry(at), at: undefined })),
};
const bundle = (entries: string[], host = 'dipper.example:3000') =>
  bundleOf({ kind: 'bundle', entries, quality: '1080p' }, LISTED, host);

describe('the recipe of a list', () => {
  it('contains the chosen entries once each, in the order of the list', () => {
    const recipe = bundle(['e2', 'e0', 'e2']);
    expect(recipe.entries.map(({ id, at }) => [id, at])).toEqual([
      ['e0', 0],
      ['e2', 2],
    ]);
    expect(recipe.fileName).toBe('dipper.example_youtube_A_list_part_12_1080p.zip');
    expect(recipeSchema.parse(JSON.parse(JSON.stringify(recipe)))).toEqual(recipe);
  });

  it('is the same for equal entries, qualities and names', () => {
    const key = (...given: Parameters<typeof bundle>): string => {
      const recipe = bundle(...given);
      return listKey(recipe, recipe.entries);
    };
    expect(key(['e2', 'e0'])).toBe(key(['e0', 'e2']));
    expect(key(['e0'])).not.toBe(key(['e1']));
    expect(key(['e0'], 'other.example')).not.toBe(key(['e0']));
  });

  it('has a guessed file name for a single entry', () => {
    const recipe = entryOf(
      { kind: 'entry', entry: 'e1', quality: 'mp3' },
      LISTED,
      'dipper.example',
    );
    expect(recipe.fileName).toBe('dipper.example_Title_1.mp3');
    expect(recipeSchema.parse(JSON.parse(JSON.stringify(recipe)))).toEqual(recipe);
  });

  it.each([['missing'], ['e0', 'missing']])(
    'cannot be built for unknown entries: %j',
    (...entries) => {
      const refusal = new DomainError('WISH_NOT_POSSIBLE').message;
      expect(() => bundle(entries)).toThrow(refusal);
      const wish = { kind: 'entry', entry: 'missing', quality: 'best' } as const;
      expect(() => entryOf(wish, LISTED, '')).toThrow(refusal);
    },
  );
});
