// @ts-check
import sharing from '../../scripts/testing/shared-environment.cjs';
import { openUnrefBrowser } from '../harness/browser.mjs';
import WorkerEnvironment from '../harness/worker-environment.mjs';

/** @type {ReturnType<typeof openUnrefBrowser> | null} */
let kept = null;

/**
 * Returns the browser that all spec files of this Jest worker share. It is started on first use.
 */
const keptBrowser = () => (kept ??= openUnrefBrowser());

/**
 * The environment with a server that spec files share, plus a browser. Modules are loaded only
 * once.
 */
export default sharing.shared(
  class extends WorkerEnvironment {
    /** @override */
    async setup() {
      await super.setup();
      Object.assign(this.global, { keptBrowser });
    }
  },
);
