import type { EgressResponse } from '../../infra/egress/egress.service.js';
import {
  extentOf,
  type FileVersion,
  isMedia,
  mayBeSameFile,
  versionOf,
} from '../client/source-answer.js';
import { discard, type SourceClient, type SourceRequest } from '../client/source-client.js';
import type { Remote } from '../client/source-stream.js';
import { ExcerptUnavailable } from './byte-plan.js';

/** Smaller files, in bytes, are fetched whole, because reading their index would take as long. */
const LEAST_BYTES = 1024 * 1024;

/**
 * Requests ranges of one file. Rejects responses that are from another version, contain other bytes
 * than requested, or lack the total size. The file must then be fetched whole.
 */
export class OneFile implements Pick<SourceClient, 'open' | 'readPatiently'> {
  private version: FileVersion | null = null;

  constructor(private readonly client: Pick<SourceClient, 'open' | 'readPatiently'>) {}

  /** Size of the file in bytes; 0 before the first response. */
  get size(): number {
    return this.version?.total ?? 0;
  }

  /** @throws ExcerptUnavailable; otherwise whatever `SourceClient.open` throws. */
  async open(remote: Remote, request: SourceRequest): Promise<EgressResponse> {
    const answer = await this.client.open(remote, request);
    try {
      this.check(answer, request);
      return answer;
    } catch (error) {
      discard(answer);
      throw error;
    }
  }

  readPatiently(
    ...given: Parameters<SourceClient['readPatiently']>
  ): ReturnType<SourceClient['readPatiently']> {
    return this.client.readPatiently(...given);
  }

  private check(answer: EgressResponse, { range = null }: SourceRequest): void {
    const extent = answer.status === 416 || !isMedia(answer) ? null : extentOf(answer, range);
    if (extent?.status !== 206 || extent.total === null) {
      throw new ExcerptUnavailable(`no ranges: status ${answer.status}`);
    }
    if (extent.total < LEAST_BYTES) {
      throw new ExcerptUnavailable(`a file of ${extent.total} bytes`);
    }
    if (extent.end !== (range?.last ?? -1) + 1) {
      throw new ExcerptUnavailable('less than requested');
    }
    const version = versionOf(answer, extent.total);
    if (this.version !== null && !mayBeSameFile(this.version, version)) {
      throw new ExcerptUnavailable('another version');
    }
    this.version ??= version;
  }
}
