// @ts-check
/**
 * For jest projects of pure specs: a worker loads each module once, not once for every spec file.
 * That took more processor time than the tests themselves. A spec that replaces modules still gets
 * a registry of its own.
 *
 * Used twice in jest.config.mjs: as `runtime`, and as `testEnvironment` (modules must see the same
 * globals as the specs that use them).
 */
const { readFileSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');
const { default: Runtime } = require('jest-runtime');

const REPLACES_MODULES = /\bjest\.(?:mock|doMock|setMock|resetModules|isolateModules)/;
const IS_SPEC = /\.spec\.tsx?$/;

/** @type {Map<string, SharedEnvironment>} by project */
const environments = new Map();
/** @type {Map<string, SharedRuntime>} by project */
const runtimes = new Map();

class SharedEnvironment extends TestEnvironment {
  /**
   * @param {import('@jest/environment').JestEnvironmentConfig} config
   * @param {import('@jest/environment').EnvironmentContext} context
   */
  constructor(config, context) {
    const { id } = config.projectConfig;
    const kept = environments.get(id);
    if (kept) {
      return kept;
    }
    super(config, context);
    const { process } = this.global;
    this.realExit = process.exit.bind(process);
    environments.set(id, this);
  }

  /** Takes back what a spec file may have left; the context stays. */
  async teardown() {
    this.fakeTimers?.useRealTimers();
    this.fakeTimersModern?.useRealTimers();
    // Jest wraps it for each file.
    this.global.process.exit = this.realExit;
  }
}

class SharedRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} parameters */
  constructor(...parameters) {
    const [config, , , , , , testPath] = parameters;
    const kept = runtimes.get(config.id);
    const replacesModules = REPLACES_MODULES.test(readFileSync(testPath, 'utf8'));
    if (kept) {
      kept.begin(testPath, replacesModules);
      return kept;
    }
    super(...parameters);
    this.replacesModules = replacesModules;
    runtimes.set(config.id, this);
  }

  /**
   * @param {string} testPath
   * @param {boolean} replacesModules
   */
  begin(testPath, replacesModules) {
    this._testPath = testPath;
    this.replacesModules = replacesModules;
    if (replacesModules) {
      this.registries.clear();
    }
  }

  /** Forgets the spec itself, Jest's own modules (they hold its tests) and whatever was replaced. */
  teardown() {
    this.restoreAllMocks();
    this.mockState.clear();
    this.testMainModule.reset();
    this.loggedReferenceErrors.clear();
    if (this.replacesModules) {
      this.registries.clear();
      return;
    }
    this.registries.getInternalCjsRegistry().clear();
    const modules = this.registries.getActiveCjsRegistry();
    for (const path of modules.keys()) {
      if (IS_SPEC.test(path)) {
        modules.delete(path);
      }
    }
  }
}

module.exports = { default: SharedRuntime, TestEnvironment: SharedEnvironment };
