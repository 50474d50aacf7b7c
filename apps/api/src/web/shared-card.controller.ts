import { shortLinkPath } from '@dipper/contract';
import { picturePath } from '@dipper/site';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainConfigService } from '../config/domain-config.service.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { toDomainError } from '../infra/errors/to-domain-error.js';
import { Limited } from '../infra/limits/limited.js';
import { SharedThumbnails } from '../share/shared-thumbnails.js';
import { Pages } from './pages/page-renderer.js';
import { domainInput } from './domain-input.js';
import { SharedCards } from './pictures/shared-cards.js';

/** One day. */
const KEPT = 'public, max-age=86400';
/** Five minutes, because the source of a thumbnail may recover. */
const MISSED = 'public, max-age=300';

/** Serves the cards of shared items. */
@Controller()
@Limited('picture')
export class SharedCardController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
    private readonly pages: Pages,
    private readonly thumbnails: SharedThumbnails,
    private readonly cards: SharedCards,
  ) {}

  /**
   * The card of a shared item, with its thumbnail. Redirects to the domain's own card if the link has
   * no thumbnail, if the source or the database fails, or if the thumbnail cannot be drawn.
   */
  @Get(`${shortLinkPath('')}:id/image`)
  async sharedCard(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    response.setHeader('X-Robots-Tag', 'noindex');
    const card = await this.cardOf(id, request).catch((error: unknown) => {
      if (toDomainError(error).code === 'INTERNAL') {
        throw error;
      }
      return null;
    });
    if (card === null) {
      response.setHeader('Cache-Control', MISSED);
      response.redirect(302, picturePath('/'));
      return;
    }
    response.setHeader('Content-Type', 'image/jpeg');
    response.setHeader('Cache-Control', KEPT);
    response.send(card);
  }

  private async cardOf(id: string, request: Request): Promise<Buffer | null> {
    const thumbnail = await this.thumbnails.find(id, request.headers);
    const { site, version } = domainInput(request, this.env, this.domains);
    const look = `${site.domain} ${version}`;
    return thumbnail && this.cards.card(thumbnail, look, () => this.pages.pictureParts(site));
  }
}
