// @ts-check
const { readFileSync } = require('node:fs');
const { default: Runtime } = require('jest-runtime');

const REPLACES_MODULES = /\bjest\s*\.(?:mock|doMock|setMock|resetModules|isolateModules)/;
const IS_SPEC = /\.spec\.tsx?$/;

/** @type {Map<string, SharedRuntime>} by project */
const runtimes = new Map();

/**
 * For jest projects of specs without a page: a worker loads each module once, not once for every spec
 * file, which took more processor time than the tests. A spec that replaces modules still gets a
 * registry of its own. Needs shared-environment.cjs.
 */
class SharedRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} parameters */
  constructor(...parameters) {
    const [config, , , , , , testPath] = parameters;
    const kept = runtimes.get(config.id);
    if (kept) {
      kept.begin(testPath);
      return kept;
    }
    super(...parameters);
    runtimes.set(config.id, this);
    this.begin(testPath);
  }

  /** @param {string} testPath */
  begin(testPath) {
    this._testPath = testPath;
    // Else nothing could be loaded after the last test of the file before.
    this.enterTestCode();
    this.replacesModules = REPLACES_MODULES.test(readFileSync(testPath, 'utf8'));
    if (this.replacesModules) {
      this.registries.clear();
    }
  }

  /** Forgets the spec, Jest's own modules (they hold its tests), and everything when modules were replaced. */
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

module.exports = SharedRuntime;
