import { Body, Controller, Get, Header, Headers, HttpCode, Post, Query } from '@nestjs/common';
import {
  type PagePreview,
  type SearchRequest,
  searchRequestSchema,
  type UrlQuery,
  urlQuerySchema,
  type VideoInfo,
} from '@dipper/contract';
import { Limited } from '../infra/limits/limited.js';
import { Asking, type Visitor } from '../infra/limits/visitor.js';
import { ExtractService } from './extract.service.js';
import type { Extraction } from './extraction/extraction.entity.js';
import { OffersService } from './offers.service.js';
import { PageLinkService } from './page-link.service.js';

@Controller('api')
export class ExtractController {
  constructor(
    private readonly links: PageLinkService,
    private readonly extract: ExtractService,
    private readonly offers: OffersService,
  ) {}

  @Post('download-video')
  @Limited('search')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async search(
    @Body({ schema: searchRequestSchema }) { tweet_url }: SearchRequest,
    @Asking() visitor: Visitor,
    @Headers('host') host = '',
  ): Promise<VideoInfo> {
    return this.offers.reply(await this.read(tweet_url, host, visitor), host);
  }

  @Get('preview')
  @Limited('search')
  @Header('Cache-Control', 'no-store')
  async preview(
    @Query({ schema: urlQuerySchema }) { url }: UrlQuery,
    @Asking() visitor: Visitor,
    @Headers('host') host = '',
  ): Promise<PagePreview> {
    const reply = this.offers.reply(await this.read(url, host, visitor), host);
    const { title, platform, thumbnail_url, uploader, duration } = reply;
    return { title, platform, thumbnail_url, uploader, duration };
  }

  private async read(text: string, host: string, visitor: Visitor): Promise<Extraction> {
    const admit = (): void => this.extract.admit(visitor);
    const link = await this.links.resolve(text, host, { gone: visitor.gone, admit });
    return this.extract.read(link, visitor);
  }
}
