import {
  episodeInfo,
  type ExtractedPage,
  type Extractor,
  Injectable,
  PageClient,
  type PageLink,
  requestsFor,
  SiteExtractor,
} from '@dipper/api';
import * as z from 'zod';

const replySchema = z.object({ title: z.string(), file: z.url() });

/** Reads voice memos. Their pages contain nothing that yt-dlp understands. */
@Injectable()
@SiteExtractor({ order: 10 })
export class MemoExtractor implements Extractor {
  readonly name = 'memo';

  constructor(private readonly pages: PageClient) {}

  canHandle({ url }: PageLink): boolean {
    return /^\/memos\/\d+$/.test(new URL(url).pathname);
  }

  async extract(link: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const reply = await this.pages.json(link.url, requestsFor(link, signal));
    const { title, file } = replySchema.parse(reply);
    const item = episodeInfo({ pageUrl: link.url, title, files: [{ url: file }] });
    return { kind: 'item', item };
  }
}
