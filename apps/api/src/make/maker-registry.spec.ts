import { Injectable, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { FileMaker } from './maker.port.js';
import { MakerRegistry } from './maker-registry.js';
import { type Recipe, recipeSchema } from './recipe.js';

@Injectable()
@FileMaker()
class Joiner {
  readonly kind = 'join';
}

@Injectable()
@FileMaker()
class SecondJoiner {
  readonly kind = 'join';
}

@Injectable()
class Bystander {
  readonly kind = 'join';
}

/** One maker for each other kind of recipe, so that each case only has to deal with one kind. */
const OTHERS = recipeSchema.options
  .map(({ shape }) => shape.kind.value)
  .filter((kind) => kind !== 'join')
  .map((kind) => {
    @Injectable()
    @FileMaker()
    class Other {
      readonly kind = kind;
    }
    return Other;
  });

describe('MakerRegistry', () => {
  const start = async (...providers: Provider[]): Promise<MakerRegistry> => {
    const app = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [MakerRegistry, ...providers, ...OTHERS],
    }).compile();
    await app.init();
    return app.get(MakerRegistry);
  };

  it('finds the marked provider for each kind', async () => {
    const makers = await start(Bystander, Joiner);
    expect(makers.kinds).toContain('join');
    expect(makers.for({ kind: 'join' } as Recipe)).toBeInstanceOf(Joiner);
  });

  it.each([
    ['a kind has no maker', [Bystander], 'No provider marked @FileMaker() makes "join"'],
    ['a kind has two makers', [Joiner, SecondJoiner], 'SecondJoiner is a second maker of "join"'],
  ])('refuses to start when %s', async (_, providers, message) => {
    await expect(start(...providers)).rejects.toThrow(message);
  });
});
