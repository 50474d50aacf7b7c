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
    [undefined, true],
  ])('%j: %s', (value, isValid) => {
    expect(damage.safeParse(value).success).toBe(isValid);
  });
});

describe('a status of another version', () => {
  const LEAST = { task_id: 'a', status: 'processing', progress: 5 };
  const UNKNOWN = {
    ...{ message: '', actual_sizes: { combined_streams: null, final_file: null } },
    ...{ stage: null, steps: null, speed: null, eta_seconds: null, queue_position: null },
    ...{ expires_at: null, expires_in_seconds: null },
    ...{ error_code: null, error_values: null, damage: null },
    ...{ kind: null, entries: null },
  };

  it.each<[string, object, object]>([
    ['says the least', {}, {}],
    ['is at a stage that is not known here', { stage: 'polishing' }, {}],
    ['has a step that is not', { steps: [{ stage: 'polishing', share: 1 }] }, {}],
    ['has a state that is not', { status: 'paused' }, { status: 'processing' }],
    ['says half of its sizes', { actual_sizes: {} }, {}],
    ['says more', { mood: 'fine' }, {}],
  ])('that %s is read', (_, said, read) => {
    expect(mergeStatusSchema.parse({ ...LEAST, ...said })).toEqual({
      ...UNKNOWN,
      ...LEAST,
      ...read,
    });
  });

  it.each([
    ['nothing', {}],
    ['no progress', { task_id: 'a', status: 'processing' }],
    ['no state', { task_id: 'a', progress: 5 }],
    ['an error', { error: 'Not found.', code: 'TASK_UNKNOWN' }],
  ])('that says %s is not', (_, said) => {
    expect(mergeStatusSchema.safeParse(said).success).toBe(false);
  });
});
