import { Injectable, Logger } from '@nestjs/common';
import { rm, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../infra/errors/domain-error.js';
import { SOMEWHERE, SourceDamaged } from '../../source/client/source-damaged.js';
import type { FetchedSource, Made, MakeContext } from '../maker.port.js';
import { type Attempt, FileAttempts } from './file-attempt.js';
import { bytesOf, type FilePlan } from '../file-plan.js';

/** Makes files from fetched sources and verifies them. Used by all media makers. */
@Injectable()
export class CheckedFiles {
  private readonly logger = new Logger(CheckedFiles.name);

  constructor(private readonly attempts: FileAttempts) {}

  /**
   * Fetches the sources, checks them while the file is written, and verifies the file. If a check
   * fails, everything is fetched and made once more. If the second fetch brings identical bytes,
   * the source itself is damaged.
   * @throws SourceDamaged, DomainError SOURCE_INCOMPLETE if the result is not what was requested,
   *   MEDIA_TOO_LONG, whatever the plan, the context and the muxer throw, or the signal's reason.
   */
  async make(plan: FilePlan, context: MakeContext): Promise<Made> {
    const begunMs = performance.now();
    const first = await this.attempts.attempt(plan, context, { begunMs, anew: false });
    const made = await this.accepted(first, plan, context);
    if (made !== null) {
      return made;
    }
    this.logger.warn({
      msg: 'A finished file failed verification; fetching its source again',
      problem: first.problem,
    });
    const before = await this.fingerprintOf(first, context);
    await this.remove(first, context);
    const second = await this.attempts.attempt(plan, context, { begunMs, anew: true });
    const mended = await this.accepted(second, plan, context);
    if (mended !== null) {
      return mended;
    }
    this.logger.warn({
      msg: 'A finished file failed verification a second time',
      problem: second.problem,
    });
    const { failure, problem, damage } = second;
    if (failure === null && (await this.fingerprintOf(second, context)) === before) {
      throw new SourceDamaged(damage, problem);
    }
    throw failure ?? new DomainError('SOURCE_INCOMPLETE', { cause: problem });
  }

  /**
   * @returns the file if it is good, or if it is damaged and the visitor accepts damage; otherwise
   *   null.
   */
  private async accepted(
    { sources, output, problem, damage }: Attempt,
    { ext }: FilePlan,
    context: MakeContext,
  ): Promise<Made | null> {
    if (output === null || (problem !== null && !context.acceptsDamage)) {
      return null;
    }
    await this.removeSources(sources, context);
    const places = problem === null || damage.length > 0 ? damage : [SOMEWHERE];
    return { path: output, ext, damage: places };
  }

  private fingerprintOf({ sources }: Attempt, { signal }: MakeContext): Promise<string> {
    return fingerprint(
      sources.map(({ path }) => path),
      signal,
    );
  }

  private async remove({ sources, output }: Attempt, context: MakeContext): Promise<void> {
    if (output !== null) {
      const { size } = await stat(output);
      await rm(output);
      context.count(-size);
    }
    await this.removeSources(sources, context);
  }

  /**
   * Removes the sources early, so that data still in the page cache never has to be written to
   * disk.
   */
  private async removeSources(
    sources: readonly FetchedSource[],
    context: MakeContext,
  ): Promise<void> {
    await Promise.all(sources.map(({ path }) => rm(path)));
    context.count(-bytesOf(sources));
  }
}

/** Hashes files. Only the same bytes in the same order give the same result. */
async function fingerprint(paths: readonly string[], signal: AbortSignal): Promise<string> {
  const digests: string[] = [];
  for (const path of paths) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash, { signal });
    digests.push(hash.digest('hex'));
  }
  return digests.join(' ');
}
