// @ts-nocheck: this class extends Jest's runtime, whose fields are declared private.
/**
 * A runtime for Jest projects whose specs do not need separate module state. A worker loads each
 * module once, instead of once per spec file, which took more CPU time than the tests did.
 *
 * A spec that replaces modules gets fresh copies of our own modules and shares only packages. The
 * same applies to every spec in an environment with `sharesPackagesOnly`. A spec named
 * `*.isolated.spec.ts` shares nothing.
 *
 * The environment must be shared, too (shared-environment.cjs), because modules must see the
 * globals of the specs that use them.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const { default: Runtime } = require('jest-runtime');

const REPLACES_MODULES = /\bjest\.(?:mock|doMock|setMock|resetModules|isolateModules)/;
const IS_ISOLATED = /\.isolated\.spec\.tsx?$/;
/** Modules to load again for each file: the spec, and the part of Jest that collects its tests. */
const OF_ONE_FILE = /\.spec\.tsx?$|\/jest-circus\/build\/jestAdapterInit\.js$/;

/**
 * The storages that modules have created since the last spec file ended. Jest creates one for each
 * file and leaves it enabled, and in Node 20 every promise carries the contexts of all enabled
 * storages. After 300 files, that took a fifth of the CPU time.
 * @type {AsyncLocalStorage<unknown>[]}
 */
const storages = [];

class ListedStorage extends AsyncLocalStorage {
  constructor() {
    super();
    storages.push(this);
  }
}

/** @typedef {Map<string, unknown>} Modules modules by their paths */

/** @param {Modules} modules */
const packagesIn = (modules) => [...modules].filter(([path]) => path.includes('/node_modules/'));

/**
 * The runtimes by environment. A spec with its own environment shares nothing.
 * @type {WeakMap<object, SharedRuntime>}
 */
const runtimes = new WeakMap();

class SharedRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} parameters */
  constructor(...parameters) {
    const [, environment, , , , , testPath] = parameters;
    const kept = runtimes.get(environment);
    if (kept) {
      kept.begin(testPath);
      return kept;
    }
    super(...parameters);
    this.keepCompiled();
    this.listStorages();
    runtimes.set(environment, this);
    this.begin(testPath);
  }

  /**
   * Compiles each module once. A module that is loaded again runs the same functions in new
   * closures, whose bytecode V8 then has already.
   */
  keepCompiled() {
    const compile = this.executor.compile.bind(this.executor);
    /** @type {Map<string, { source: string, compiled: Function }>} */
    const kept = new Map();
    this.executor.compile = (source, path) => {
      const known = kept.get(path);
      if (known?.source === source) {
        return known.compiled;
      }
      const compiled = compile(source, path);
      if (compiled !== null && !OF_ONE_FILE.test(path)) {
        kept.set(path, { source, compiled });
      }
      return compiled;
    };
  }

  /** Lets modules create storages that `teardown` disables. A storage enables itself when used. */
  listStorages() {
    const load = this.coreModule.require.bind(this.coreModule);
    this.coreModule.require = (name) => {
      const module = load(name);
      return /^(?:node:)?async_hooks$/.test(name)
        ? { ...module, AsyncLocalStorage: ListedStorage }
        : module;
    };
  }

  /** @param {string} testPath */
  begin(testPath) {
    this._testPath = testPath;
    this.enterTestCode();
    /** @type {Modules} */
    this.shared = this.registries.moduleRegistry;
    if (IS_ISOLATED.test(testPath)) {
      this.registries.moduleRegistry = new Map();
    } else if (
      this._environment.sharesPackagesOnly ||
      REPLACES_MODULES.test(readFileSync(testPath, 'utf8'))
    ) {
      this.registries.moduleRegistry = new Map(packagesIn(this.shared));
    }
  }

  /** Forgets the spec, its tests, and the modules that it replaced. */
  teardown() {
    storages.splice(0).forEach((storage) => storage.disable());
    this.restoreAllMocks();
    this.mockState.clear();
    this.testMainModule.reset();
    this.loggedReferenceErrors.clear();
    this.registries.mockRegistry.clear();
    this.registries.moduleMockRegistry.clear();
    const { moduleRegistry } = this.registries;
    if (moduleRegistry !== this.shared && !IS_ISOLATED.test(this._testPath)) {
      // Packages are kept, because two copies of user-event, for example, would both patch the
      // fields of the page.
      packagesIn(moduleRegistry)
        .filter(([path]) => !this.shared.has(path))
        .forEach(([path, module]) => this.shared.set(path, module));
    }
    this.registries.moduleRegistry = this.shared;
    for (const modules of [this.shared, this.registries.internalModuleRegistry]) {
      for (const path of modules.keys()) {
        if (OF_ONE_FILE.test(path) || this._config.setupFilesAfterEnv.includes(path)) {
          modules.delete(path);
        }
      }
    }
  }
}

module.exports = SharedRuntime;
