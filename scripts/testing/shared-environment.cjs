// @ts-check
/** @typedef {import('@jest/environment').JestEnvironment} JestEnvironment */

/** @type {Map<string, JestEnvironment>} by project */
const environments = new Map();

/**
 * An environment that a worker makes once per project, for shared-runtime.cjs.
 * @param {new (config: any, context: any) => JestEnvironment} Environment
 * @param {(global: any) => () => Promise<void>} [keep] remembers a global as it is; what it returns takes
 *   back what a spec file has changed
 */
exports.shared = (Environment, keep) =>
  class extends Environment {
    /** Modules of ours would go on with what the last spec left, of which `keep` knows nothing. */
    sharesPackagesOnly = keep !== undefined;

    /**
     * @param {import('@jest/environment').JestEnvironmentConfig} config
     * @param {import('@jest/environment').EnvironmentContext} context
     */
    constructor(config, context) {
      const { id } = config.projectConfig;
      const kept = environments.get(id);
      if (kept) {
        kept.current.console = context.console;
        return kept;
      }
      const current = { console: context.console };
      super(config, { ...context, console: forwarding(current) });
      this.current = current;
      this.realExit = Object.getOwnPropertyDescriptor(this.global.process, 'exit');
      this.reset = keep?.(this.global);
      environments.set(id, this);
    }

    async teardown() {
      this.fakeTimers?.useRealTimers();
      this.fakeTimersModern?.useRealTimers();
      // Jest wraps it for each file.
      Object.defineProperty(this.global.process, 'exit', this.realExit);
      // Else those of all files before would hear of each test.
      Reflect.deleteProperty(this.global, Symbol.for('EVENT_HANDLERS'));
      await this.reset?.();
    }
  };

/** The console of the spec that runs. @param {{ console: Console }} current */
const forwarding = (current) =>
  new Proxy(current.console, { get: (_, name) => Reflect.get(current.console, name) });
