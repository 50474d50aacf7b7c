import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { parseEgressAllow } from './egress-policy.js';
import { EgressModule } from './egress.module.js';
import { EgressService } from './egress.service.js';
import { ForwardProxy } from './forward-proxy.js';

const ALLOW = Symbol('ALLOW');

@Module({ providers: [{ provide: ALLOW, useValue: '10.0.0.0/8' }], exports: [ALLOW] })
class SettingsModule {}

const CONSUMER = Symbol('CONSUMER');

@Module({
  providers: [
    { provide: CONSUMER, inject: [EgressService], useFactory: (egress: EgressService) => egress },
  ],
})
class FeatureModule {}

describe('EgressModule', () => {
  it('is available to every module, has one policy for the client and the proxy, and closes with the application', async () => {
    const application = await Test.createTestingModule({
      imports: [
        FeatureModule,
        EgressModule.forRootAsync({
          imports: [SettingsModule],
          inject: [ALLOW],
          useFactory: (allow: string) => ({
            allow: parseEgressAllow(allow),
            ownHosts: [],
            ownEndpoints: [],
          }),
        }),
      ],
    }).compile();
    await application.init();
    const egress = application.get(EgressService);
    const { proxyUrl } = application.get(ForwardProxy).openSession();
    expect(application.get(CONSUMER)).toBe(egress);
    expect(egress.check('http://10.0.0.1/').ok).toBe(true);
    expect(egress.check(`http://${new URL(proxyUrl).host}/`)).toEqual({ ok: false, reason: 'own' });
    await application.close();
    await expect(fetch(new URL(proxyUrl).origin)).rejects.toThrow('fetch failed');
  });
});
