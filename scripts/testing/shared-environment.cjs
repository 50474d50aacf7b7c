// @ts-check
const { TestEnvironment } = require('jest-environment-node');

/** @type {Map<string, SharedEnvironment>} by project */
const environments = new Map();

/** The environment that goes with shared-runtime.cjs: a worker's specs see the same globals. */
class SharedEnvironment extends TestEnvironment {
  /**
   * @param {import('@jest/environment').JestEnvironmentConfig} config
   * @param {import('@jest/environment').EnvironmentContext} context
   */
  constructor(config, context) {
    const kept = environments.get(config.projectConfig.id);
    if (kept) {
      return kept;
    }
    super(config, context);
    const { process } = this.global;
    this.exit = process.exit.bind(process);
    environments.set(config.projectConfig.id, this);
  }

  /** Takes back what a spec file may have left; the context stays. */
  async teardown() {
    this.fakeTimers?.useRealTimers();
    this.fakeTimersModern?.useRealTimers();
    // Jest wraps it for each file.
    this.global.process.exit = this.exit;
  }
}

module.exports = SharedEnvironment;
