import {
  hasMarkFor,
  type KnownDevice,
  LONGEST_DEVICE_MARK,
  readDeviceMark,
  writeDeviceMark,
} from './device-mark.js';

const KEY = Buffer.from('of this test');
const account = (id: string, passwordHash = '#1') => ({ id, passwordHash });
const read = (text: string): KnownDevice => readDeviceMark(text, KEY) as KnownDevice;

it('recognizes the accounts that have signed in on a device with their current passwords', () => {
  const first = writeDeviceMark(null, account('ann'), KEY);
  const device = read(writeDeviceMark(read(first), account('bob'), KEY));
  expect(device.id).toBe(read(first).id);
  const known = [account('ann'), account('bob'), account('eve'), account('ann', '#2')];
  expect(known.map((it) => hasMarkFor(device, it, KEY))).toEqual([true, true, false, false]);
});

it('remembers the last four accounts, each once', () => {
  let text = writeDeviceMark(null, account('ann'), KEY);
  for (const id of ['bob', 'cid', 'dan', 'bob', 'eve']) {
    text = writeDeviceMark(read(text), account(id), KEY);
  }
  const known = ['ann', 'bob', 'cid', 'dan', 'eve'].filter((id) =>
    hasMarkFor(read(text), account(id), KEY),
  );
  expect(known).toEqual(['bob', 'cid', 'dan', 'eve']);
  expect(text.length).toBeLessThanOrEqual(LONGEST_DEVICE_MARK);
  expect(text).not.toMatch(/bob|#1/);
});

it('rejects a device id that was not issued here', () => {
  const good = writeDeviceMark(null, account('ann'), KEY);
  const [id, proof, mark] = good.split('.');
  const made = [
    ...['', 'x', `${id}.${proof}`, `${good}.`, `${good}x`, `${id}.${mark}.${mark}`],
    `${'A'.repeat(22)}.${proof}.${mark}`,
    [id, proof, ...Array.from({ length: 5 }, () => mark)].join('.'),
    writeDeviceMark(null, account('ann'), Buffer.from('another key')),
  ];
  expect(made.filter((text) => readDeviceMark(text, KEY) !== null)).toEqual([]);
});

it('rejects a mark copied from another device', () => {
  const [ann, eve] = [account('ann'), account('eve')].map((it) => writeDeviceMark(null, it, KEY));
  const [id, proof] = (eve ?? '').split('.');
  const forged = [id, proof, (ann ?? '').split('.')[2]].join('.');
  expect(hasMarkFor(read(forged), account('ann'), KEY)).toBe(false);
});
