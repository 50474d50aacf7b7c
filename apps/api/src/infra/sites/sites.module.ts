import { Module } from '@nestjs/common';
import { SiteSettings } from './site-settings.js';
import { ConfigurableSitesModule } from './sites.options.js';

/** What the operator has set for each site. Global. */
@Module({ providers: [SiteSettings], exports: [SiteSettings] })
export class SitesModule extends ConfigurableSitesModule {}
