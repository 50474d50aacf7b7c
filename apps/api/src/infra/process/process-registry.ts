import { Inject, Injectable, type OnModuleInit, Logger } from '@nestjs/common';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENV, type Env } from '../env/env.module.js';
import { killGroup } from './kill-group.js';
import { processIdentity } from './process-identity.js';

/**
 * Remembers on disk which child processes are ours, so that a start after a crash can end what the
 * crash left running where the kernel did not (see bin/leash). One folder for each server process:
 * several may share a DATA_DIR, and nobody ends the children of a server that is alive.
 */
@Injectable()
export class ProcessRegistry implements OnModuleInit {
  private readonly logger = new Logger(ProcessRegistry.name);
  private readonly root: string;
  private readonly own: string;

  constructor(@Inject(ENV) env: Env) {
    this.root = join(env.DATA_DIR, 'run');
    this.own = join(this.root, `${process.pid}-${processIdentity(process.pid) ?? 'unknown'}`);
  }

  onModuleInit(): void {
    const ended = this.sweep();
    if (ended > 0) {
      this.logger.warn(`Ended ${ended} processes that a crash had left behind`);
    }
    mkdirSync(this.own, { recursive: true });
  }

  /** Notes a child (the leader of its group when it was started detached). @returns forgets it. */
  track(pid: number): () => void {
    const file = join(this.own, String(pid));
    mkdirSync(this.own, { recursive: true });
    writeFileSync(file, processIdentity(pid) ?? '');
    return () => {
      rmSync(file, { force: true });
    };
  }

  /** Ends what dead servers left running. @returns how many processes were ended. */
  sweep(): number {
    mkdirSync(this.root, { recursive: true });
    let ended = 0;
    for (const name of readdirSync(this.root)) {
      const [pid, identity] = name.split('-');
      if (identity !== undefined && processIdentity(Number(pid)) === identity) {
        continue;
      }
      const folder = join(this.root, name);
      for (const child of readdirSync(folder)) {
        if (processIdentity(Number(child)) === readFileSync(join(folder, child), 'utf8')) {
          killGroup(Number(child), 'SIGKILL');
          ended += 1;
        }
      }
      rmSync(folder, { recursive: true, force: true });
    }
    return ended;
  }
}
