// @ts-check
import sharing from '../../scripts/testing/shared-environment.cjs';
import { openUnrefBrowser } from '../harness/browser.mjs';
import WorkerEnvironment from '../harness/worker-environment.mjs';

/** @type {ReturnType<typeof openUnrefBrowser> | null} */
let kept = null;

/** Returns the browser that all spec files of this Jest worker share. It starts on first use. */
const keptBrowser = () => (kept ??= openUnrefBrowser());

/** The environment with a shared server, plus a shared browser. Modules are loaded only once. */
export default sharing.shared(
  class extends WorkerEnvironment {
    /** @override */
    async setup() {
      await super.setup();
      Object.assign(this.global, { keptBrowser });
    }
  },
);
