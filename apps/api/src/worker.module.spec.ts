import type { DynamicModule, Type } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { parseEnv } from './infra/env/env.js';
import { HealthController } from './infra/health/health.controller.js';
import { MetricsController } from './infra/metrics/metrics.controller.js';
import { WebModule } from './web/web.module.js';
import { WorkerModule } from './worker.module.js';

type Imported = Type | DynamicModule | Promise<DynamicModule>;

interface Graph {
  readonly modules: Set<Type>;
  readonly controllers: Set<Type>;
  readonly gateways: Set<unknown>;
}

/** Everything that a module imports, read from Nest's metadata. */
async function graphOf(root: Imported): Promise<Graph> {
  const graph: Graph = { modules: new Set(), controllers: new Set(), gateways: new Set() };
  const seen = new Set<unknown>();
  const visit = async (given: Imported): Promise<void> => {
    const found = await given;
    if (seen.has(found)) {
      return;
    }
    seen.add(found);
    const dynamic = typeof found === 'function' ? null : found;
    const module = typeof found === 'function' ? found : found.module;
    const all = (key: 'controllers' | 'providers' | 'imports'): unknown[] => [
      ...((Reflect.getMetadata(key, module) as unknown[] | undefined) ?? []),
      ...(dynamic?.[key] ?? []),
    ];
    graph.modules.add(module);
    all('controllers').forEach((controller) => graph.controllers.add(controller as Type));
    all('providers')
      .filter((one) => typeof one === 'function')
      .filter((one) => Reflect.getMetadata('websockets:is_gateway', one) === true)
      .forEach((gateway) => graph.gateways.add(gateway));
    for (const one of all('imports')) {
      await visit(one as Imported);
    }
  };
  await visit(root);
  return graph;
}

describe('the module graph', () => {
  const env = parseEnv({
    ROLE: 'worker',
    DATABASE_URL: 'postgres://none.invalid/none',
    REDIS_URL: 'redis://none.invalid',
    SECRET: 'x'.repeat(32),
  });

  it('of a worker contains only the controllers for health and metrics, and neither gateways nor pages', async () => {
    const { modules, controllers, gateways } = await graphOf(WorkerModule.forRoot(env, 'secret'));
    expect([...controllers]).toEqual([MetricsController, HealthController]);
    expect([...gateways]).toEqual([]);
    expect(modules.has(WebModule)).toBe(false);
    const names = [...modules].map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['MergeModule', 'ExtractModule', 'SourceModule']));
    expect(names.filter((name) => /^(Auth|Web|Share|Relay)Module|Http$/.test(name))).toEqual([]);
  });

  it('of all other roles includes the modules for visitors', async () => {
    const { modules, controllers, gateways } = await graphOf(AppModule.forRoot(env, 'secret'));
    expect(modules.has(WebModule)).toBe(true);
    expect(controllers.size).toBeGreaterThan(10);
    expect([...gateways].map((gateway) => (gateway as Type).name).sort()).toEqual([
      'LineGateway',
      'MergeGateway',
    ]);
  });
});

describe('a worker', () => {
  it.each([
    ['/api/health', undefined],
    ['/api/ready', undefined],
    ['/metrics', undefined],
    ['/metrics/more', { code: 'NOT_FOUND' }],
    ['/api/receipts', { code: 'NOT_FOUND' }],
    ['/api/health/more', { code: 'NOT_FOUND' }],
    ['/', { code: 'NOT_FOUND' }],
  ])('passes on %j for %s, which may be a path of an extension', (path, expected) => {
    const outcomes: unknown[] = [];
    const use = (handler: (...given: unknown[]) => void): void =>
      handler({ path }, {}, (error: unknown) => outcomes.push(error));
    new WorkerModule({ httpAdapter: { use } } as unknown as HttpAdapterHost).configure();
    expect(outcomes).toEqual([
      expected === undefined ? undefined : expect.objectContaining(expected),
    ]);
  });
});
