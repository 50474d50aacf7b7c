import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { DataSource } from 'typeorm';

/** A periodic task that a single process runs for the whole deployment. */
interface SweepOptions {
  /** Must be unique, and the same in all versions. */
  readonly name: string;
  /** The minimum interval, in milliseconds. */
  readonly everyMs: number;
}

/** Marks a method of a provider as a sweep. `Sweeps` calls it without arguments. */
export const Sweep = Reflector.createDecorator<SweepOptions>();

/** Allows for timers that drift, so that no turn is missed. */
const EARLY_SHARE = 0.9;

/**
 * The parameters are $1 name and $2 seconds. Returns a row if, by the database's clock, no process
 * has begun this sweep for that long. `now()` would be wrong here, because it is the time at which
 * the transaction began. If the statement waited for a process that took the turn in the meantime,
 * that turn would seem to be in the future.
 */
const BEGIN = `
  INSERT INTO sweep AS known (name, begun_at) VALUES ($1, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET begun_at = clock_timestamp()
  WHERE known.begun_at <= clock_timestamp() - make_interval(secs => $2::float8)
    OR known.begun_at > clock_timestamp()
  RETURNING name`;

/**
 * Runs sweeps. In each interval every process tries to get the turn, and one gets it. A sweep must
 * still tolerate running twice at the same time, because its process may have been suspended.
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

  /**
   * Runs `work` each time this process gets the turn, for as long as the process lives. Failures
   * are logged.
   */
  every({ name, everyMs }: SweepOptions, work: () => Promise<unknown>): void {
    const run = async (): Promise<void> => {
      try {
        if (await this.begin({ name, everyMs })) {
          await work();
        }
      } catch (err) {
        this.logger.warn(
          { err, sweep: name },
          `The periodic task "${name}" failed; it will run again as scheduled`,
        );
      }
    };
    this.timers.push(setInterval(() => void run(), everyMs).unref());
  }

  /**
   * Tries to take the next turn of a sweep. @returns false if another process has taken it, or if
   * the interval is not over yet
   */
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
