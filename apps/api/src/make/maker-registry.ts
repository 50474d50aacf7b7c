import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { FileMaker, type Maker } from './maker.port.js';
import * as z from 'zod';
import { type AnyRecipe, OWN_KINDS, recipeSchema } from './recipe.js';

const kindSchema = z.object({ kind: z.string() });

/** Thrown at startup, which then fails, if makers and recipe kinds do not match one to one. */
export class MakerProblem extends Error {}

/**
 * Finds the makers: all providers that are marked `@FileMaker()`. To add one, list it in a module's
 * providers (make.module.ts; docs/extending.md), not here.
 */
@Injectable()
export class MakerRegistry implements OnModuleInit {
  private readonly byKind = new Map<string, Maker>();

  constructor(private readonly discovery: DiscoveryService) {}

  /**
   * @throws MakerProblem if a kind of recipe has no maker, or more than one, or if it has no
   * parser.
   */
  onModuleInit(): void {
    for (const { instance, name } of this.discovery.getProviders({ metadataKey: FileMaker.KEY })) {
      const maker = instance as Maker;
      if (this.byKind.has(maker.kind)) {
        throw new MakerProblem(`${String(name)} is a second maker of "${maker.kind}"`);
      }
      if (maker.schema === undefined && !OWN_KINDS.includes(maker.kind)) {
        throw new MakerProblem(`${String(name)} has no schema for recipes of "${maker.kind}"`);
      }
      this.byKind.set(maker.kind, maker);
    }
    const orphan = OWN_KINDS.find((kind) => !this.byKind.has(kind));
    if (orphan !== undefined) {
      throw new MakerProblem(`No provider marked @FileMaker() makes "${orphan}"`);
    }
  }

  get kinds(): string[] {
    return [...this.byKind.keys()];
  }

  get quickKinds(): string[] {
    return [...this.byKind.values()].filter(({ isQuick }) => isQuick).map(({ kind }) => kind);
  }

  /** Parses a stored recipe. @throws ZodError if it is invalid; MakerProblem for an unknown kind. */
  read(stored: unknown): AnyRecipe {
    return (this.for(kindSchema.parse(stored)).schema ?? recipeSchema).parse(stored);
  }

  /**
   * Like `read`, but returns null for an unknown recipe, which an older or newer version stored.
   */
  readIfKnown(stored: unknown): AnyRecipe | null {
    const kind = kindSchema.safeParse(stored).data?.kind ?? '';
    const schema = this.byKind.get(kind)?.schema ?? recipeSchema;
    return schema.safeParse(stored).data ?? null;
  }

  for(recipe: Pick<AnyRecipe, 'kind'>): Maker {
    const maker = this.byKind.get(recipe.kind);
    if (maker === undefined) {
      throw new MakerProblem(`There is no maker for "${recipe.kind}"`);
    }
    return maker;
  }
}
