import { SEARCH_STREAM_TYPE, type DomainConfig } from '@dipper/contract';
import { EARLY_PLACE } from '../../features/search/before-hydration/early-search.js';
import { apiAddress } from '../../lib/api/api-address.js';
import { inlineJson } from './inline-json.js';
import { STUCK } from './stuck-notice.js';

/**
 * Makes the form usable before the app has loaded, which takes seconds on a slow phone. The script
 * keeps a submitted or pasted text for the app (features/search/before-hydration/early-search.ts),
 * immediately shows that a search has begun, and sends the request if the text is nothing but one
 * link. Submitted texts that need the app's checks, such as share messages or links with times,
 * wait for it. Only a paste that is nothing but one link is submitted automatically. Any other
 * paste is left to the browser, because the app may leave it in the field, too, for example if its
 * times make no clip.
 * In browsers without modules, once the app has failed to load, and on pages that show no results,
 * the browser submits the form natively. The request is the same as that of `searchVideo`, which
 * the spec checks.
 */
export function earlySearch({ api }: Pick<DomainConfig, 'api'>): string {
  const { download } = api.endpoints;
  const address = download.startsWith('/') ? apiAddress(api, download) : download;
  const headers = {
    'Content-Type': 'application/json',
    Accept: `${SEARCH_STREAM_TYPE}, application/json;q=0.9`,
  };
  return [
    `(function(w,d,n,s){if(!('noModule' in d.createElement('script')))return;w.earlySearch=s;`,
    // Returns the form's field if this script is responsible for it.
    `function own(f){var k=d.getElementById('${STUCK}');`,
    `return w.earlySearch===s&&f&&d.getElementById('${EARLY_PLACE}')&&(!k||k.hidden)?f.elements.url:null}`,
    `function link(t){return/^https?:\\/\\/\\S+$/i.test(t)}`,
    `function body(t){return JSON.stringify({tweet_url:t,browser_fingerprint:{canvas:'placeholder',`,
    `screen:[screen.width,screen.height,screen.colorDepth].join('x'),`,
    `timezone:Intl.DateTimeFormat().resolvedOptions().timeZone,language:n.language,platform:n.platform,`,
    `user_agent:n.userAgent.slice(0,100),timestamp:Date.now()},user_consent:false})}`,
    // Focus the button, because an on-screen keyboard would cover the result.
    `function ask(i,t){i.form.querySelector('[type=submit]').focus();if(s.text===t)return;`,
    `if(s.control)s.control.abort();s.text=t;delete s.reply;delete s.control;`,
    `d.documentElement.dataset.asked='';if(link(t)){s.control=new AbortController;`,
    `(s.reply=fetch(${inlineJson(address)},{method:'POST',headers:${inlineJson(headers)},`,
    `body:body(t),signal:s.control.signal})).catch(function(){})}}`,
    `d.addEventListener('submit',function(e){var i=own(e.target),t=i&&i.value.trim();`,
    `if(i){e.preventDefault();t?ask(i,t):i.focus()}},true);`,
    `d.addEventListener('paste',function(e){var i=own(d.querySelector('form[role=search]')),`,
    `t=e.clipboardData.getData('text').trim();`,
    `if(i&&(e.target===i||e.target===d.body)&&link(t)&&t.split(/https?:\\/\\//i).length===2)`,
    `{e.preventDefault();i.value=t;ask(i,t)}},true)})(window,document,navigator,{})`,
  ].join('');
}
