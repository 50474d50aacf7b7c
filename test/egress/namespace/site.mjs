/** The start of an MP4 file, which is enough for programs to recognize it. */
const MP4 = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
  Buffer.alloc(4096),
]);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/**
 * The public site: harmless media, and pages that lead elsewhere in every way that a public page
 * can.
 * @param {string[]} targets the URLs to which its pages lead
 */
export function publicSite(targets) {
  const requests = [];
  const site = (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://pub.test');
    const { localAddress } = request.socket;
    requests.push({ host: request.headers.host ?? '', path: pathname, address: localAddress });
    if (request.headers.host?.startsWith('rebind')) {
      // If the connection stayed open, the name's next turn would be skipped.
      response.shouldKeepAlive = false;
    }
    const [, kind, detail = '', index = ''] = pathname.split('/');
    const range = (detail.match(/\d+/g) ?? []).map(Number);
    const page = PAGES[kind];
    // A target without a host is relative to this URL, so it must not be redirected again.
    if (kind === 'go' && targets[Number(index)] !== undefined) {
      redirect(response, Number(detail), targets[Number(index)]);
    } else if (kind === 'redir') {
      redirect(response, Number(searchParams.get('code')), searchParams.get('to'));
    } else if (kind === 'chain') {
      const left = Number(searchParams.get('n'));
      redirect(response, left > 0 ? 302 : 200, `/chain?n=${left - 1}`);
    } else if (kind === 'loop') {
      redirect(response, 302, '/loop');
    } else if (page) {
      const { type, body } = page(targets.slice(...range), pathname);
      response.writeHead(200, { 'content-type': type }).end(body);
    } else {
      media(request, response, pathname);
    }
  };
  return { site, requests };
}

/**
 * Sends exactly the bytes of the UTF-8 text, as other servers do. Node writes headers as latin1.
 */
function redirect(response, status, location) {
  response.writeHead(status, { location: Buffer.from(location, 'utf8').toString('latin1') }).end();
}

function media(request, response, path) {
  const body = path.endsWith('.png') ? PNG : MP4;
  const type = path.endsWith('.png') ? 'image/png' : 'video/mp4';
  response.writeHead(200, { 'content-type': type, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const HLS = 'application/vnd.apple.mpegurl';
const xml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * Pages by the first part of their path. The second part, `from-to`, selects the targets that the
 * page contains.
 */
const PAGES = {
  master: (targets) => ({
    type: HLS,
    body: [
      '#EXTM3U',
      ...targets.flatMap((target, index) => [
        `#EXT-X-STREAM-INF:BANDWIDTH=${100000 + index * 1000},RESOLUTION=${320 + index * 16}x${180 + index * 9},CODECS="avc1.4d401f,mp4a.40.2"`,
        target,
      ]),
      '',
    ].join('\n'),
  }),
  /** A playlist with each target as a segment, as a segment's key and as a segment's map. */
  segments: (targets) => ({
    type: HLS,
    body: [
      '#EXTM3U',
      '#EXT-X-VERSION:6',
      '#EXT-X-TARGETDURATION:4',
      ...targets.flatMap((target) => ['#EXTINF:4,', target]),
      ...targets.flatMap((target) => [
        `#EXT-X-KEY:METHOD=AES-128,URI="${target}"`,
        '#EXTINF:4,',
        '/v.ts',
        '#EXT-X-KEY:METHOD=NONE',
        `#EXT-X-MAP:URI="${target}"`,
        '#EXTINF:4,',
        '/v.m4s',
      ]),
      '#EXT-X-ENDLIST',
      '',
    ].join('\n'),
  }),
  /** A master playlist whose only variant is the media playlist of the same range and kind. */
  nested: (_targets, path) => ({
    type: HLS,
    body: [
      '#EXTM3U',
      '#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.4d401f,mp4a.40.2"',
      path.replace('nested', 'media'),
      '',
    ].join('\n'),
  }),
  /**
   * A playlist with one segment. The last part of the path determines the role of the target:
   * `key`, `map` or `segment`.
   */
  media: ([target], path) => ({
    type: HLS,
    body: [
      '#EXTM3U',
      '#EXT-X-VERSION:6',
      '#EXT-X-TARGETDURATION:4',
      ...(path.endsWith('key.m3u8') ? [`#EXT-X-KEY:METHOD=AES-128,URI="${target}"`] : []),
      ...(path.endsWith('map.m3u8') ? [`#EXT-X-MAP:URI="${target}"`] : []),
      '#EXTINF:4,',
      path.endsWith('segment.m3u8') ? target : '/v.ts',
      '#EXT-X-ENDLIST',
      '',
    ].join('\n'),
  }),
  /**
   * A manifest with each target as the BaseURL of one representation and in the segment list of
   * another.
   */
  dash: (targets) => ({
    type: 'application/dash+xml',
    body: [
      '<?xml version="1.0"?>',
      '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S">',
      '<Period><AdaptationSet mimeType="video/mp4" codecs="avc1.4d401f">',
      ...targets.map(
        (target, index) =>
          `<Representation id="b${index}" bandwidth="${100000 + index * 1000}" width="${320 + index * 16}" height="${180 + index * 9}"><BaseURL>${xml(target)}</BaseURL></Representation>`,
      ),
      '<Representation id="list" bandwidth="90000" width="160" height="90"><SegmentList duration="4">',
      ...targets.map((target) => `<SegmentURL media="${xml(target)}"/>`),
      '</SegmentList></Representation></AdaptationSet></Period></MPD>',
    ].join('\n'),
  }),
  page: (targets) => ({
    type: 'text/html',
    body: [
      '<!doctype html><title>page</title>',
      ...targets.flatMap((target) => [
        `<meta property="og:image" content="${xml(target)}">`,
        `<meta property="og:video" content="${xml(target)}">`,
        `<video src="${xml(target)}"></video>`,
      ]),
    ].join('\n'),
  }),
};
