import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { DataSource } from 'typeorm';

/** What is done again and again, by one process for the whole deployment. */
interface SweepOptions {
  /** Unique, and the same in all versions. */
  readonly name: string;
  /** At most once in so long, milliseconds. */
  readonly everyMs: number;
}

/** Marks a method of a provider as a sweep: called without arguments, by `Sweeps`. */
export const Sweep = Reflector.createDecorator<SweepOptions>();

/** Timers of processes drift, and turns may not be lost to that. */
const EARLY_SHARE = 0.9;

/** $1 name, $2 seconds. A row comes back where nobody has begun this sweep for so long, by the clock of the database. */
const BEGIN = `
  INSERT INTO sweep AS known (name, begun_at) VALUES ($1, now())
  ON CONFLICT (name) DO UPDATE SET begun_at = now()
  WHERE known.begun_at <= now() - make_interval(secs => $2::float8) OR known.begun_at > now()
  RETURNING name`;

/**
 * Runs sweeps: each process asks in each interval, and one of them is given the turn. A sweep must
 * stand being run twice at once all the same: its process may have been held up.
 */
@Injectable()
export class Sweeps implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Sweeps.name);
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly methods: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly source: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders()) {
      this.findIn(instance as object | undefined);
    }
  }

  onModuleDestroy(): void {
    this.timers.forEach((timer) => clearInterval(timer));
  }

  /** Runs work when its turn comes, for as long as this process lives. A failure is logged. */
  every({ name, everyMs }: SweepOptions, work: () => Promise<unknown>): void {
    const run = async (): Promise<void> => {
      try {
        if (await this.begin({ name, everyMs })) {
          await work();
        }
      } catch (err) {
        this.logger.warn(
          { err, sweep: name },
          `The periodic task "${name}" failed; it runs again at its next turn`,
        );
      }
    };
    this.timers.push(setInterval(() => void run(), everyMs).unref());
  }

  /** Takes the turn of a sweep. @returns false when it is another's, or not over yet */
  async begin({ name, everyMs }: SweepOptions): Promise<boolean> {
    const seconds = (everyMs * EARLY_SHARE) / 1000;
    const begun: unknown[] = await this.source.query(BEGIN, [name, seconds]);
    return begun.length > 0;
  }

  private findIn(instance: object | undefined): void {
    const prototype = instance && (Object.getPrototypeOf(instance) as object | null);
    for (const method of this.methods.getAllMethodNames(prototype ?? null)) {
      const callee: unknown = Reflect.get(prototype ?? {}, method);
      const options = typeof callee === 'function' ? this.reflector.get(Sweep, callee) : undefined;
      if (options !== undefined) {
        this.every(options, () => Reflect.apply(callee as () => Promise<unknown>, instance, []));
      }
    }
  }
}
