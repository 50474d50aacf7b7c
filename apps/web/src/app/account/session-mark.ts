import { SESSION_KEY } from '../../entities/session/session-key.js';

declare global {
  interface Window {
    /** The query parameters of a link in an email. */
    mailLink?: { readonly mode: string; readonly token: string | null };
  }
}

/**
 * Inline script for domains with accounts. The HTML is the same for everybody but the header is
 * not, so the script marks before the first paint whether somebody is signed in. It also moves the
 * token of an email link out of the URL before anything else can read or leak it. The bar at the
 * top (app.css) shows that work is pending.
 */
export const SESSION_MARK = `try{if(localStorage['${SESSION_KEY}'])document.documentElement.dataset.session=''}catch(e){};(function(u){var q=u.searchParams,m=q.get('auth');if(m!==null){window.mailLink={mode:m,token:q.get('token')};document.documentElement.dataset.pending='';q.delete('auth');q.delete('token');history.replaceState(history.state,'',u)}})(new URL(location.href))`;
