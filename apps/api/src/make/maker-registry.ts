import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { FileMaker, type Maker } from './maker.port.js';
import { type Recipe, recipeSchema } from './recipe.js';

/** Thrown at startup, which then fails, if makers and recipe kinds do not match one to one. */
export class MakerProblem extends Error {}

@Injectable()
export class MakerRegistry implements OnModuleInit {
  private readonly byKind = new Map<Recipe['kind'], Maker>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws MakerProblem if a kind of recipe has no maker, or more than one. */
  onModuleInit(): void {
    for (const { instance, name } of this.discovery.getProviders({ metadataKey: FileMaker.KEY })) {
      const maker = instance as Maker;
      if (this.byKind.has(maker.kind)) {
        throw new MakerProblem(`${String(name)} is a second maker of "${maker.kind}"`);
      }
      this.byKind.set(maker.kind, maker);
    }
    const orphan = recipeSchema.options
      .map(({ shape }) => shape.kind.value)
      .find((kind) => !this.byKind.has(kind));
    if (orphan !== undefined) {
      throw new MakerProblem(`No provider marked @FileMaker() makes "${orphan}"`);
    }
  }

  get kinds(): Recipe['kind'][] {
    return [...this.byKind.keys()];
  }

  get quickKinds(): Recipe['kind'][] {
    return [...this.byKind.values()].filter(({ isQuick }) => isQuick).map(({ kind }) => kind);
  }

  for(recipe: Recipe): Maker {
    const maker = this.byKind.get(recipe.kind);
    if (maker === undefined) {
      throw new MakerProblem(`There is no maker for "${recipe.kind}"`);
    }
    return maker;
  }
}
