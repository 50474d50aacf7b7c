import { SESSION_KEY } from '../../lib/session/session-key.js';

declare global {
  interface Window {
    /** What a link of a mail carried, as it stood in the address. */
    mailLink?: { readonly mode: string; readonly token: string | null };
  }
}

/**
 * Inline script of documents at domains with accounts. Says before the first paint whether somebody is
 * signed in, as their header differs from the one in the HTML, which is the same for everybody. And
 * takes what a mail's link carries out of the address, before anything else can read or pass it on; the
 * bar at the top (app.css) says that something comes of it.
 */
export const SESSION_MARK = `try{if(localStorage['${SESSION_KEY}'])document.documentElement.dataset.session=''}catch(e){};(function(u){var q=u.searchParams,m=q.get('auth');if(m!==null){window.mailLink={mode:m,token:q.get('token')};document.documentElement.dataset.pending='';q.delete('auth');q.delete('token');history.replaceState(history.state,'',u)}})(new URL(location.href))`;
