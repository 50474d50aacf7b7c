import { API } from '@dipper/contract';
import { readThemeChoice, type ThemeChoice } from '@dipper/site';
import { Controller, Get, Header, Headers } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { docsPage } from './docs-page.js';
import { DOCS_STYLE } from './docs-style.js';
import { openApiDocument } from './document.js';
import { Scope } from '../infra/principal/scope.js';

const KEPT = 'public, max-age=300';
const STYLE_HASH = createHash('sha256').update(DOCS_STYLE).digest('base64');
/** Allows nothing but the inline style. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * Documents the HTTP API for programs and for people. Each document is generated once, on the first
 * request.
 */
@Controller()
@Scope('read')
export class OpenApiController {
  private document: string | undefined;
  private readonly pages = new Map<ThemeChoice, string>();

  @Get(API.openApi)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Cache-Control', KEPT)
  openApi(): string {
    this.document ??= JSON.stringify(openApiDocument());
    return this.document;
  }

  @Get(API.docs)
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', KEPT)
  @Header('Content-Security-Policy', POLICY)
  @Header('X-Robots-Tag', 'noindex')
  @Header('Vary', 'Cookie')
  docs(@Headers('cookie') cookies = ''): string {
    const theme = readThemeChoice(cookies);
    const page = this.pages.get(theme) ?? docsPage(openApiDocument(), theme);
    this.pages.set(theme, page);
    return page;
  }
}
