import { AT_ONCE_KEY } from '../../entities/task/kept/kept-tasks-key.js';

/**
 * Inline script that marks the document, before the first paint, if `savesAtOnce` is on. The
 * checkbox of that setting is only rendered in the browser, so the mark reserves its space
 * (app.css).
 */
export const MARK_AT_ONCE = `try{if(localStorage['${AT_ONCE_KEY}']==='true')document.documentElement.dataset.atOnce=''}catch(e){}`;
