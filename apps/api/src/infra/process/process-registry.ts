import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENV, type Env } from '../env/env.module.js';
import { DomainError } from '../errors/domain-error.js';
import { isDiskFull } from '../errors/disk-full.js';
import { killGroup } from './kill-group.js';
import { processIdentity } from './process-identity.js';
import { isKnownDead, isNamedHere, processName } from './process-name.js';

/** Longer than any child may run, in milliseconds (a mux of 4 GiB gets 38 minutes). */
const OUTLIVED_MS = 24 * 60 * 60 * 1000;

/**
 * Records our child processes on disk, so that the next start can kill those that a crash has left
 * running if the kernel has not killed them (see bin/leash). Each server process has its own
 * folder. Several servers may share a DATA_DIR, even from other containers and machines, whose
 * process ids mean nothing here.
 */
@Injectable()
export class ProcessRegistry implements OnModuleInit {
  private readonly logger = new Logger(ProcessRegistry.name);
  private readonly root: string;
  private readonly own: string;

  constructor(@Inject(ENV) { DATA_DIR }: Pick<Env, 'DATA_DIR'>) {
    this.root = join(DATA_DIR, 'run');
    this.own = join(this.root, processName());
  }

  onModuleInit(): void {
    mkdirSync(this.own, { recursive: true });
    const ended = this.sweep();
    if (ended > 0) {
      this.logger.warn(`Killed ${ended} child processes left over from a crash`);
    }
  }

  /**
   * Records a child (the leader of its group, if it was started detached). A child that can't be
   * recorded is killed.
   * @returns a function that removes the record and never throws
   * @throws DomainError DISK_FULL or INTERNAL if the child could not be recorded
   */
  track(pid: number): () => void {
    const file = join(this.own, String(pid));
    try {
      mkdirSync(this.own, { recursive: true });
      writeFileSync(file, processIdentity(pid) ?? '');
    } catch (cause) {
      killGroup(pid);
      throw new DomainError(isDiskFull(cause) ? 'DISK_FULL' : 'INTERNAL', { cause });
    }
    return () => this.attempt(() => rmSync(file, { force: true }));
  }

  /** Kills the children of this process, and their groups. */
  killChildren(): void {
    for (const child of readdirSync(this.own)) {
      killGroup(Number(child));
    }
  }

  /** Kills the processes that dead servers have left running. @returns how many were killed */
  sweep(): number {
    let ended = 0;
    for (const name of readdirSync(this.root)) {
      const folder = join(this.root, name);
      this.attempt(() => {
        if (isKnownDead(name)) {
          ended += endAll(folder);
          rmSync(folder, { recursive: true, force: true });
        } else if (!isNamedHere(name) && isOutlived(folder)) {
          rmSync(folder, { recursive: true, force: true });
        }
      });
    }
    return ended;
  }

  /**
   * Ignores records that can't be read or removed, because other processes may be sweeping at the
   * same time.
   */
  private attempt(act: () => void): void {
    try {
      act();
    } catch (err) {
      this.logger.warn({ err }, 'The record of a child process could not be read or removed');
    }
  }
}

function endAll(folder: string): number {
  let ended = 0;
  for (const child of readdirSync(folder)) {
    if (processIdentity(Number(child)) === readFileSync(join(folder, child), 'utf8')) {
      killGroup(Number(child));
      ended += 1;
    }
  }
  return ended;
}

/**
 * True if the folder has not changed for so long that no child recorded in it can still be alive.
 */
function isOutlived(folder: string): boolean {
  return Date.now() - statSync(folder).mtimeMs > OUTLIVED_MS;
}
