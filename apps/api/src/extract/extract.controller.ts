import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  HttpCode,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  API,
  type ListInfo,
  type PagePreview,
  type PastedLinks,
  pastedLinksSchema,
  SEARCH_STREAM_TYPE,
  type SearchEvent,
  type SearchRequest,
  searchRequestSchema,
  type UrlQuery,
  urlQuerySchema,
} from '@dipper/contract';
import type { Request, Response } from 'express';
import { JsonLines } from '../infra/http/reply/json-lines.js';
import { Idempotent } from '../infra/idempotency/idempotent.js';
import { Limited } from '../infra/limits/limited.js';
import type { Visitor } from '../infra/limits/visitor.js';
import { CurrentVisitor } from '../infra/principal/current-visitor.js';
import { SearchService } from './search.service.js';
import { Scope } from '../infra/principal/scope.js';

/**
 * True if a client prefers progress line by line. A client without a preference gets plain JSON.
 */
function wantsLines(request: Request): boolean {
  return request.accepts(['application/json', SEARCH_STREAM_TYPE]) === SEARCH_STREAM_TYPE;
}

@Controller()
@Scope('read')
export class ExtractController {
  constructor(private readonly search: SearchService) {}

  @Post(API.search)
  @Limited('search')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Header('Vary', 'Accept')
  async find(
    @Body({ schema: searchRequestSchema }) { tweet_url: text }: SearchRequest,
    @CurrentVisitor() visitor: Visitor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = { text, host: request.headers.host ?? '', visitor };
    if (wantsLines(request)) {
      const lines = new JsonLines<SearchEvent>(response, SEARCH_STREAM_TYPE);
      await this.search.stream(asked, lines);
    } else {
      response.json(await this.search.reply(asked));
    }
  }

  @Post(API.lists)
  @Idempotent(true)
  @Limited('search')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  lists(
    @Body({ schema: pastedLinksSchema }) { links }: PastedLinks,
    @Headers('host') host = '',
  ): Promise<ListInfo> {
    return this.search.pasted(links, host);
  }

  @Get(API.preview)
  @Limited('search')
  @Header('Cache-Control', 'no-store')
  async preview(
    @Query({ schema: urlQuerySchema }) { url: text }: UrlQuery,
    @CurrentVisitor() visitor: Visitor,
    @Headers('host') host = '',
  ): Promise<PagePreview> {
    const reply = await this.search.reply({ text, host, visitor });
    const { title, platform, thumbnail_url, thumbnail_grant, uploader } = reply;
    const { duration, chapters } = 'kind' in reply ? { duration: null, chapters: [] } : reply;
    return { title, platform, thumbnail_url, thumbnail_grant, uploader, duration, chapters };
  }
}
