import { mergeStatusSchema, startMergeInputSchema } from './merge.js';

describe('startMergeInputSchema', () => {
  it.each([
    [{ task_id: 'a' }, undefined],
    [{ task_id: 'a', anyway: '0' }, '0'],
    [{ task_id: 'a', anyway: '1', utm: 'x' }, '1'],
  ])('takes %j', (query, anyway) => {
    expect(startMergeInputSchema.parse(query).anyway).toBe(anyway);
  });

  it.each([
    {},
    { task_id: '' },
    { task_id: 'a', anyway: 'yes' },
    { task_id: 'a', anyway: '' },
    { task_id: 'a', anyway: ['1', '1'] },
  ])('refuses %j', (query) => {
    expect(startMergeInputSchema.safeParse(query).success).toBe(false);
  });
});

describe('damage in mergeStatusSchema', () => {
  const { damage } = mergeStatusSchema.shape;

  it.each([
    [null, true],
    [[], true],
    [[{ from_seconds: 1.5, to_seconds: null }], true],
    [[{ from_seconds: 1.5 }], false],
    [[{ from_seconds: 1, to_seconds: Infinity }], false],
    [undefined, false],
  ])('%j: %s', (value, isValid) => {
    expect(damage.safeParse(value).success).toBe(isValid);
  });
});
