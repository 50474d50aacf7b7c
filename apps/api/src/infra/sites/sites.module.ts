import { Module } from '@nestjs/common';
import { SiteSettings } from './site-settings.js';
import { ConfigurableSitesModule } from './sites.options.js';

@Module({ providers: [SiteSettings], exports: [SiteSettings] })
export class SitesModule extends ConfigurableSitesModule {}
