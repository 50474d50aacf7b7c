import type { RenderedPage } from '@dipper/site';
import { escaped } from './escaped.js';

/** Id of the notice that is shown when the page's script fails. */
export const STUCK = 'stuck';

/**
 * Shows the notice below when our script, or a part of it, did not come, or came so that the browser
 * cannot read it (cut off on its way, or newer than the browser): nobody else could. Scripts of
 * others, which blockers refuse, are of no matter.
 */
export const WATCH_SCRIPTS = `addEventListener('error',function(e){var s=e.target,a=s&&s.tagName==='SCRIPT'?s.src:e.error instanceof SyntaxError?e.filename:'';if(a&&a.indexOf(location.origin+'/assets/')===0)document.getElementById('${STUCK}').hidden=false},true)`;

/** The notice, hidden until a script fails. */
export function stuckNotice({ text, action }: RenderedPage['stuck']): string {
  return (
    `<div id="${STUCK}" role="alert" hidden class="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-xl card p-4 not-[[hidden]]:flex flex-wrap items-center justify-between gap-3">` +
    `<p>${escaped(text)}</p><a href="" class="button button-primary">${escaped(action)}</a></div>`
  );
}
