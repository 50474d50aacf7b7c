import { Controller, Get, Header, Headers, Inject, Param, Req, Res } from '@nestjs/common';
import { DEFAULT_LANGUAGE, pathOfPicture, resolve } from '@dipper/site';
import type { Request, Response } from 'express';
import { DomainConfigService } from '../config/domain-config.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { Limited } from '../infra/limits/limited.js';
import { Pages } from './pages/page-renderer.js';
import { domainInput } from './domain-input.js';
import { iconOf } from './pictures/icon.js';
import { PicturesService } from './pictures/pictures.service.js';

/** One day, so a changed brand is visible after a day at the latest. */
const KEPT = 'public, max-age=86400';
const APPLE_TOUCH = 'maskable-180.png';

/** Serves the domain's icons, and the cards for link previews of pages. */
@Controller()
@Limited('picture')
export class PicturesController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly pages: Pages,
    private readonly pictures: PicturesService,
  ) {}

  @Get('icons/:name')
  @Header('Content-Type', 'image/png')
  @Header('Cache-Control', KEPT)
  async icon(
    @Param('name') name: string,
    @Headers('host') host = '',
    @Res() response: Response,
  ): Promise<void> {
    const icon = iconOf(name);
    if (icon === null) {
      throw new DomainError('NOT_FOUND');
    }
    const { config } = this.domains.forHost(host);
    const favicon = await this.pages.favicon(config);
    // `send` adds the ETag and answers 304.
    response.send(await this.pictures.icon(favicon, config.branding.colors.primary, icon));
  }

  /** iOS requests this name by itself, and rounds the corners. */
  @Get('apple-touch-icon.png')
  @Header('Content-Type', 'image/png')
  @Header('Cache-Control', KEPT)
  appleTouchIcon(@Headers('host') host = '', @Res() response: Response): Promise<void> {
    return this.icon(APPLE_TOUCH, host, response);
  }

  @Get('og/{*path}')
  @Header('Content-Type', 'image/png')
  @Header('Cache-Control', KEPT)
  // Other sites embed this picture.
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  async card(@Req() request: Request, @Res() response: Response): Promise<void> {
    const input = domainInput(request, this.env, this.domains);
    const path = pathOfPicture(request.path);
    const offered = await this.pages.offered();
    // Accept only canonical paths, because their other spellings would cause countless pictures.
    const page = path === null ? null : resolve(path, input.site, offered);
    if (path === null || page === null || page.canonical !== path) {
      throw new DomainError('NOT_FOUND');
    }
    const { title } = await this.pages.about({
      ...input,
      path,
      search: '',
      lang: DEFAULT_LANGUAGE,
    });
    const parts = await this.pages.pictureParts(input.site);
    response.send(await this.pictures.card(parts, title, page.language ?? DEFAULT_LANGUAGE));
  }
}
