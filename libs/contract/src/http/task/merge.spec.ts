import { mergeStatusSchema, startMergeInputSchema } from './merge.js';

describe('startMergeInputSchema', () => {
  it.each([
    [{ task_id: 'a' }, undefined],
    [{ task_id: 'a', anyway: '0' }, '0'],
    [{ task_id: 'a', anyway: '1', utm: 'x' }, '1'],
  ])('accepts %j with anyway as %j', (query, anyway) => {
    expect(startMergeInputSchema.parse(query).anyway).toBe(anyway);
  });

  it.each([
    {},
    { task_id: '' },
    { task_id: 'a', anyway: 'yes' },
    { task_id: 'a', anyway: '' },
    { task_id: 'a', anyway: ['1', '1'] },
  ])('rejects %j', (query) => {
    expect(startMergeInputSchema.safeParse(query).success).toBe(false);
  });
});

describe('mergeStatusSchema.damage', () => {
  const { damage } = mergeStatusSchema.shape;

  it.each([
    [null, true],
    [[], true],
    [[{ from_seconds: 1.5, to_seconds: null }], true],
    [[{ from_seconds: 1.5 }], false],
    [[{ from_seconds: 1, to_seconds: Infinity }], false],
    [undefined, true],
  ])('accepts %j: %s', (value, isValid) => {
    expect(damage.safeParse(value).success).toBe(isValid);
  });
});

describe('mergeStatusSchema with a status from another server version', () => {
  const MINIMAL = { task_id: 'a', status: 'processing', progress: 5 };
  const UNKNOWN = {
    ...{ message: '', actual_sizes: { combined_streams: null, final_file: null } },
    ...{ stage: null, steps: null, speed: null, eta_seconds: null, queue_position: null },
    ...{ expires_at: null, expires_in_seconds: null },
    ...{ error_code: null, error_values: null, damage: null },
    ...{ kind: null, entries: null },
  };

  it.each<[string, object, object]>([
    ['only the required fields', {}, {}],
    ['an unknown stage', { stage: 'polishing' }, {}],
    ['a step with an unknown stage', { steps: [{ stage: 'polishing', share: 1 }] }, {}],
    ['an unknown state', { status: 'paused' }, { status: 'processing' }],
    ['incomplete sizes', { actual_sizes: {} }, {}],
    ['an unknown field', { mood: 'fine' }, {}],
  ])('accepts %s', (_, fields, parsed) => {
    expect(mergeStatusSchema.parse({ ...MINIMAL, ...fields })).toEqual({
      ...UNKNOWN,
      ...MINIMAL,
      ...parsed,
    });
  });

  it.each([
    ['an empty object', {}],
    ['a status without progress', { task_id: 'a', status: 'processing' }],
    ['a status without a state', { task_id: 'a', progress: 5 }],
    ['an error reply', { error: 'Not found.', code: 'TASK_UNKNOWN' }],
  ])('rejects %s', (_, value) => {
    expect(mergeStatusSchema.safeParse(value).success).toBe(false);
  });
});
