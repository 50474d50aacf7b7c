// @ts-check
import sharing from '../../scripts/testing/shared-environment.cjs';
import { openUnrefBrowser } from '../harness/browser.mjs';
import WorkerEnvironment from '../harness/worker-environment.mjs';

/** @type {ReturnType<typeof openUnrefBrowser> | null} */
let kept = null;

/** The browser of all spec files of this jest worker, started on first use. */
const keptBrowser = () => (kept ??= openUnrefBrowser());

/** The environment of the server shared by spec files, plus a browser, with modules loaded once. */
export default sharing.shared(
  class extends WorkerEnvironment {
    /** @override */
    async setup() {
      await super.setup();
      Object.assign(this.global, { keptBrowser });
    }
  },
);
