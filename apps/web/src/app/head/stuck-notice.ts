import type { RenderedPage } from '@dipper/site';
import { escaped } from './escaped.js';

/** Id of the notice shown when the page's script fails. */
export const STUCK = 'stuck';

/**
 * Inline script that shows the notice when one of our scripts fails to load or to parse, because it
 * is truncated or too new for the browser. Third-party scripts are ignored, because blockers stop
 * many of them. A search that was waiting for the script (early-search.ts) is hidden, because
 * nothing will continue it.
 */
export const WATCH_SCRIPTS = `addEventListener('error',function(e){var s=e.target,a=s&&s.tagName==='SCRIPT'?s.src:e.error instanceof SyntaxError?e.filename:'';if(a&&a.indexOf(location.origin+'/assets/')===0)document.getElementById('${STUCK}').hidden=false,delete document.documentElement.dataset.asked},true)`;

/** The notice, which stays hidden until a script fails. */
export function stuckNotice({ text, action }: RenderedPage['stuck']): string {
  return (
    `<div id="${STUCK}" role="alert" hidden class="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-xl card p-4 not-[[hidden]]:flex flex-wrap items-center justify-between gap-3">` +
    `<p>${escaped(text)}</p><a href="" class="button button-primary">${escaped(action)}</a></div>`
  );
}
