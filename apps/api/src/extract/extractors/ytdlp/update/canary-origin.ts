import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const HLS = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="main",DEFAULT=YES,URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2",AUDIO="audio"
360.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="audio"
720.m3u8
`;

const DASH = `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT12S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
<Period duration="PT12S">
<AdaptationSet mimeType="video/mp4"><SegmentTemplate timescale="1" duration="4" startNumber="1" initialization="v-$RepresentationID$.mp4" media="v-$RepresentationID$-$Number$.m4s"/>
<Representation id="1" bandwidth="800000" codecs="avc1.4d401e" width="640" height="360"/>
<Representation id="2" bandwidth="2000000" codecs="avc1.4d401f" width="1280" height="720"/></AdaptationSet>
<AdaptationSet mimeType="audio/mp4"><SegmentTemplate timescale="1" duration="4" startNumber="1" initialization="a.mp4" media="a-$Number$.m4s"/>
<Representation id="3" bandwidth="128000" codecs="mp4a.40.2" audioSamplingRate="48000"/></AdaptationSet>
</Period></MPD>
`;

const PODCAST_PAGE = `<!doctype html><html><head><title>Episode 7</title>
<meta property="og:title" content="Episode 7"><meta property="og:type" content="music.song">
<meta property="og:audio" content="/episode.mp3"></head><body></body></html>
`;

const FEED = `<?xml version="1.0"?>
<rss version="2.0"><channel><title>A podcast</title><link>http://podcast.example/</link>
<item><title>Episode 7</title><link>http://podcast.example/7</link>
<enclosure url="ORIGIN/episode.mp3" type="audio/mpeg" length="6"/></item></channel></rss>
`;

/** Small pages of each kind that yt-dlp reads without a site-specific extractor. */
const PAGES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/clip.mp4': ['video/mp4', 'canary'],
  '/episode.mp3': ['audio/mpeg', 'canary'],
  '/hls/main.m3u8': ['application/vnd.apple.mpegurl', HLS],
  '/dash/main.mpd': ['application/dash+xml', DASH],
  '/podcast': ['text/html', PODCAST_PAGE],
  '/feed.xml': ['application/rss+xml', FEED],
};

/**
 * Serves the canary pages on loopback while `use` is running.
 * @param use receives the origin, for example http://127.0.0.1:4711
 */
export async function withCanaryOrigin<T>(use: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    const [type, body] = PAGES[request.url ?? ''] ?? [null, ''];
    const whole = Buffer.from(body.replace('ORIGIN', `http://${request.headers.host ?? ''}`));
    response.writeHead(type === null ? 404 : 200, {
      'Content-Type': type ?? 'text/plain',
      'Content-Length': whole.length,
    });
    response.end(request.method === 'HEAD' ? undefined : whole);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
