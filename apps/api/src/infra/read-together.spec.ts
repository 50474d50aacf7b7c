import { readTogether } from './read-together.js';

function lengths() {
  const asked: (readonly string[])[] = [];
  const find = readTogether((keys) => {
    asked.push(keys);
    return Promise.resolve(
      new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.length])),
    );
  }, 3);
  return { asked, find };
}

it('reads all keys that are requested in one turn together, each of them once', async () => {
  const { asked, find } = lengths();
  expect(await Promise.all([find('a'), find('none'), find('a')])).toEqual([1, null, 1]);
  expect(asked).toEqual([['a', 'none']]);
});

it('reads again for a later call, even while an earlier read is pending', async () => {
  const { asked, find } = lengths();
  const first = find('a');
  await new Promise((resolve) => setImmediate(resolve));
  expect(await Promise.all([first, find('a')])).toEqual([1, 1]);
  expect(asked).toEqual([['a'], ['a']]);
});

it('limits how many keys it reads together', async () => {
  const { asked, find } = lengths();
  await Promise.all(['a', 'b', 'c', 'd'].map(find));
  expect(asked).toEqual([['a', 'b', 'c'], ['d']]);
});

it('gives an error to every caller in the batch, and reads again afterwards', async () => {
  let isBroken = true;
  const find = readTogether<number>(
    (keys) =>
      isBroken
        ? Promise.reject(new Error('no database'))
        : Promise.resolve(new Map([[keys[0]!, 1]])),
    10,
  );
  const both = await Promise.allSettled([find('a'), find('b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await find('a')).toBe(1);
});
