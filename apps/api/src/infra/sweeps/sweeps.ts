import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { DataSource } from 'typeorm';

/** A periodic task that one process runs for the whole deployment. */
interface SweepOptions {
  /** Unique, and the same in all versions. */
  readonly name: string;
  /** Minimum interval, milliseconds. */
  readonly everyMs: number;
}

/** Marks a provider's method as a sweep: `Sweeps` calls it without arguments. */
export const Sweep = Reflector.createDecorator<SweepOptions>();

/** Tolerance for drifting timers, so that no turn is missed. */
const EARLY_SHARE = 0.9;

/**
 * $1 name, $2 seconds. Returns a row if no process has begun this sweep for that long, by the
 * database's clock. `now()` would be wrong here: it stays at the start of the statement, which may
 * have waited for a process that took the turn meanwhile, and that turn would seem to lie in the
 * future.
 */
const BEGIN = `
  INSERT INTO sweep AS known (name, begun_at) VALUES ($1, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET begun_at = clock_timestamp()
  WHERE known.begun_at <= clock_timestamp() - make_interval(secs => $2::float8)
    OR known.begun_at > clock_timestamp()
  RETURNING name`;

/**
 * Runs sweeps: each process asks in each interval, and one gets the turn. A sweep must still
 * tolerate running twice at once, because its process may have been suspended.
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

  /** Runs work at each of its turns while this process lives. Failures are logged. */
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

  /**
   * Takes the turn of a sweep. @returns false when another process has it, or the interval has not
   * passed
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
