import type { BrowserContext, Route } from 'playwright-core';

/*
 * Stand-ins for Google's scripts. To a content policy, they look like the real scripts: they make
 * all kinds of requests, load frames and pixels, use three kinds of styles, and run code from text.
 */

/** Imitates gtag.js, which sends the events in the data layer. */
function gtag(): void {
  const { dataLayer } = window as unknown as { dataLayer: ArrayLike<unknown>[] };
  const send = (command: ArrayLike<unknown>) => {
    if (command[0] !== 'event') {
      return;
    }
    const { page_location: at } = command[2] as { page_location?: string };
    const hit = `https://region1.google-analytics.com/g/collect?en=${String(command[1])}&dl=${encodeURIComponent(at ?? '')}`;
    navigator.sendBeacon(hit);
    void fetch(hit, { method: 'POST', mode: 'no-cors' });
    new Image().src = hit.replace('region1', 'www');
  };
  Array.from(dataLayer).forEach(send);
  dataLayer.push = (...commands: ArrayLike<unknown>[]) => {
    commands.forEach(send);
    return 0;
  };
  document.cookie = '_ga=GA1.1.1; Path=/';
  document.cookie = '_ga_ABC123=GS1; Path=/';
  const frame = document.createElement('iframe');
  frame.style.display = 'none';
  frame.src = 'https://www.googletagmanager.com/static/service_worker/sw_iframe.html';
  document.body.append(frame);
}

/** Imitates adsbygoogle.js, which fills each waiting ad unit. */
function adsByGoogle(): void {
  const page = window as unknown as { adsbygoogle: { length: number; push: () => void } };
  const fill = () => {
    const unit = document.querySelector('ins.adsbygoogle:not([data-ad-status])');
    if (unit === null) {
      throw new Error('TagError: all units are filled');
    }
    unit.setAttribute('data-ad-status', 'filled');
    unit.innerHTML =
      '<div style="border:none;height:100%"><iframe title="Advertisement" style="border:0;width:100%;height:100%" src="https://googleads.g.doubleclick.net/pagead/ads"></iframe></div>';
    const written = document.createElement('iframe');
    written.title = 'Measurement';
    written.srcdoc = '<style>body{margin:0}</style><p style="margin:0">ad</p>';
    written.style.cssText = 'position:absolute;width:1px;height:1px;border:0';
    unit.append(written);
    new Image().src = 'https://pagead2.googlesyndication.com/pagead/gen_204';
  };
  const style = document.createElement('style');
  style.textContent = 'ins.adsbygoogle { opacity: 1 }';
  const sheet = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: 'https://fonts.googleapis.com/css?family=Roboto',
  });
  const script = document.createElement('script');
  script.src = 'https://tpc.googlesyndication.com/sodar/sodar2.js';
  document.head.append(style, sheet, script);
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- Google asks for unsafe-eval
  new Function('return 1')();
  document.cookie = '__gads=1; Path=/';
  const waiting = page.adsbygoogle.length;
  page.adsbygoogle = { length: 0, push: fill };
  for (let unit = 0; unit < waiting; unit += 1) {
    fill();
  }
}

const GOOGLE = /^https:\/\/[a-z0-9.-]*(?:google|doubleclick)[a-z0-9.-]*\//;

const run = (body: () => void) => ({ contentType: 'text/javascript', body: `(${String(body)})()` });

function answerTo(url: URL) {
  if (url.pathname.endsWith('/gtag/js')) {
    return run(gtag);
  }
  if (url.pathname.endsWith('/adsbygoogle.js')) {
    return { ...run(adsByGoogle), headers: { 'Access-Control-Allow-Origin': '*' } };
  }
  if (url.hostname === 'fonts.googleapis.com') {
    const font = 'https://fonts.gstatic.com/roboto.woff2';
    return { contentType: 'text/css', body: `@font-face{font-family:R;src:url(${font})}` };
  }
  return url.pathname.endsWith('.js')
    ? { contentType: 'text/javascript', body: 'void 0' }
    : { contentType: 'text/html', body: '<!doctype html><title>Google</title>' };
}

/** A stand-in for Google's servers that records the requests. */
export class Google {
  readonly asked: URL[] = [];
  readonly refused: string[] = [];

  private constructor(private readonly answer: (route: Route, url: URL) => Promise<void>) {}

  /** @param answer replaces the normal responses */
  static async in(
    context: BrowserContext,
    answer = (route: Route, url: URL) => route.fulfill(answerTo(url)),
  ): Promise<Google> {
    const google = new Google(answer);
    await context.route(GOOGLE, async (route) => {
      const url = new URL(route.request().url());
      google.asked.push(url);
      await google.answer(route, url);
    });
    await context.exposeFunction('noteRefusal', (line: string) => google.refused.push(line));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI } = event;
        const page = window as unknown as { noteRefusal: (line: string) => void };
        page.noteRefusal(`${effectiveDirective} ${blockedURI}`);
      });
    });
    return google;
  }

  get counted(): string[] {
    const hits = this.asked.filter(({ hostname }) => hostname === 'www.google-analytics.com');
    return hits.map(({ searchParams }) => {
      const at = searchParams.get('dl') ?? '';
      return `${searchParams.get('en')} ${at === '' ? '' : new URL(at).pathname + new URL(at).search}`.trim();
    });
  }
}
