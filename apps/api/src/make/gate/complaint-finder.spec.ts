import { ComplaintFinder } from './complaint-finder.js';
import type { Complaint, Depth, MediaReader, ScanResult } from './media-reader.js';
import type { StreamScan } from './packet-scan.js';

const SECONDS = 7200;
const KEYS = Array.from({ length: SECONDS / 2 }, (_, index) => index * 2);
const VIDEO: StreamScan = {
  ...{ type: 'video', codec: 'av1', packets: 180_000, leading: 0, bytes: 1e9, start: 0 },
  ...{ end: SECONDS, last: SECONDS, jumps: 0, keys: KEYS, pixels: 1920 * 1080 },
};
const { signal } = new AbortController();
const at = (time: number): Complaint => ({ text: 'broken', after: time, before: time });

/** Locates complaints, with a reader that hears these at each depth. */
async function locate(
  heardAt: Partial<Record<Depth['kind'], readonly Complaint[]>>,
): Promise<{ found: Complaint[]; depths: Depth[] }> {
  const depths: Depth[] = [];
  const read: MediaReader['read'] = (_, { depth }): Promise<ScanResult> => {
    depths.push(depth);
    return Promise.resolve({ streams: [VIDEO], complaints: heardAt[depth.kind] ?? [] });
  };
  const how = { wanted: ['video'], depth: { kind: 'packets', filter: 'av1_metadata' } } as const;
  const reads = { heard: [at(0)], streams: [VIDEO], isSegmented: false, signal };
  const found = await new ComplaintFinder({ read }).locate('source', how, reads);
  return { found, depths: depths.filter(({ kind }) => kind !== 'packets') };
}

describe('ComplaintFinder', () => {
  it('decodes only the start of a film in which a filter complains about every key frame', async () => {
    const { found, depths } = await locate({ packets: KEYS.map(at) });
    expect(found).toEqual([]);
    expect(depths).toEqual([{ kind: 'span', from: 0, to: 30 }]);
  });

  it('decodes a few places of a film in which a filter complains about many', async () => {
    const times = [10, 1000, 2000, 3000, 4000, 5000];
    const { found, depths } = await locate({ packets: times.map(at), span: [at(10)] });
    expect(found).toEqual(times.map(at));
    expect(depths).toHaveLength(4);
    expect(depths.at(1)).toEqual({ kind: 'span', from: 1000, to: 1000 });
  });
});
