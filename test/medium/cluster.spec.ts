import { randomBytes } from 'node:crypto';
import { Cluster, hasS3 } from '../harness/cluster.js';
import { killAtRandom } from './cluster/kills.cases.js';
import { restartInTurn } from './cluster/restart.cases.js';
import { sharingCases } from './cluster/sharing.cases.js';
import { storageCases } from './cluster/storage.cases.js';

/** This limit only ends a test that hangs on a busy machine. */
const LONG_MS = 600_000;

/** `CLUSTER_SEED=…` repeats a run's choices. */
const seed = process.env['CLUSTER_SEED'] ?? randomBytes(4).toString('hex');

describe('a cluster behind nginx', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(() => cluster?.stop());
  beforeEach(() => {
    cluster.site.mood = 'well';
  });

  sharingCases(() => cluster);

  describe('processes without a common disk', () => {
    if (hasS3) {
      storageCases(() => cluster);
    } else {
      it.skip("are only tested with Ceph's object gateway", () => undefined);
    }
  });

  it(
    'a restart of every process in turn fails no request and loses no task',
    () => restartInTurn(cluster),
    LONG_MS,
  );

  it(
    `20 kills of random processes at random moments lose nothing (CLUSTER_SEED=${seed})`,
    () => killAtRandom(cluster, seed),
    LONG_MS,
  );
});
