// @ts-check
/** @typedef {import('@jest/environment').JestEnvironment} JestEnvironment */

const environments = new Map();

/**
 * Makes an environment that each worker creates only once per project, for shared-runtime.cjs.
 * @param {new (config: any, context: any) => JestEnvironment} Environment
 * @param {(global: any) => () => Promise<void>} [keep] takes a snapshot of the globals and returns
 * a function that undoes a spec file's changes
 */
exports.shared = (Environment, keep) =>
  class extends Environment {
    /**
     * True if our own modules must be loaded afresh, because they would keep state from the last
     * spec, which `keep` cannot restore.
     */
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

    /** @override */
    async teardown() {
      this.fakeTimers?.useRealTimers();
      this.fakeTimersModern?.useRealTimers();
      // Restores `exit`, because Jest wraps it again for each file.
      Object.defineProperty(this.global.process, 'exit', this.realExit ?? {});
      // Otherwise the handlers of all earlier files would still receive every test event.
      Reflect.deleteProperty(this.global, Symbol.for('EVENT_HANDLERS'));
      await this.reset?.();
    }
  };

/**
 * Returns a console that forwards to the console of the running spec.
 * @param {{ console: Console }} current
 */
const forwarding = (current) =>
  new Proxy(current.console, { get: (_, name) => Reflect.get(current.console, name) });
