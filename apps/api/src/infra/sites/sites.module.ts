import { Module } from '@nestjs/common';
import { SiteSettings } from './site-settings.js';
import { ConfigurableSitesModule } from './sites.options.js';

/** The operator's settings per site. Global. */
@Module({ providers: [SiteSettings], exports: [SiteSettings] })
export class SitesModule extends ConfigurableSitesModule {}
