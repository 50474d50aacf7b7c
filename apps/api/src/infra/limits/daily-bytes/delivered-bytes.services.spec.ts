import { randomUUID } from 'node:crypto';
import { beforeAllPatientRedis } from '../../testing/patient-redis.js';
import { waitUntil } from '../../testing/wait-until.js';
import { DeliveredBytes } from './delivered-bytes.js';

beforeAllPatientRedis();

const REDIS_URL = process.env['DIPPER_TEST_REDIS_URL'] ?? '';

describe('DeliveredBytes', () => {
  let one: DeliveredBytes;
  let two: DeliveredBytes;
  let visitor: string;

  beforeEach(async () => {
    [one, two] = [new DeliveredBytes(REDIS_URL), new DeliveredBytes(REDIS_URL)];
    // Until Redis is connected, each process counts separately.
    await waitUntil(async () => {
      const probe = randomUUID();
      await one.add(probe, 1);
      return (await two.add(probe, 1)) === 2;
    }, 'the count of the other process');
    visitor = randomUUID();
  });
  afterEach(() => [one, two].forEach((bytes) => bytes.onApplicationShutdown()));

  it('charges a file once, whichever process sends it', async () => {
    expect(await one.addOnce(visitor, 'a', { bytes: 70 })).toBe(70);
    expect(await two.addOnce(visitor, 'a', { bytes: 70 })).toBe(70);
    expect(await two.addOnce(visitor, 'b', { bytes: 5 })).toBe(75);
    expect(await one.add(visitor, 1)).toBe(76);
  });

  it('recognizes a task without a limit that another process has started', async () => {
    expect(await two.isExempt(visitor)).toBe(false);
    await one.exempt(visitor, 60_000);
    expect(await two.isExempt(visitor)).toBe(true);
  });
});
