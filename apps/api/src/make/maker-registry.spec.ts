import { Injectable, type Provider } from '@nestjs/common';
import * as z from 'zod';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { FileMaker } from './maker.port.js';
import { MakerRegistry } from './maker-registry.js';
import { recipeSchema } from './recipe.js';

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

@Injectable()
@FileMaker()
class Receipts {
  readonly kind = 'receipt';
  readonly schema = z.object({ kind: z.literal('receipt'), lines: z.array(z.string()) });
}

@Injectable()
@FileMaker()
class WithoutSchema {
  readonly kind = 'receipt';
}

/** One maker for each other kind of recipe, so that each case deals with only one kind. */
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
    expect(makers.for({ kind: 'join' })).toBeInstanceOf(Joiner);
  });

  it('parses the recipes of other modules with the schema of their maker', async () => {
    const makers = await start(Joiner, Receipts);
    const recipe = { kind: 'receipt', lines: ['a'] };
    expect([makers.read(recipe), makers.readIfKnown(recipe)]).toEqual([recipe, recipe]);
    expect(() => makers.read({ kind: 'receipt', lines: 'a' })).toThrow('lines');
    expect(() => makers.read({ kind: 'unknown' })).toThrow('no maker for "unknown"');
    expect(makers.readIfKnown({ kind: 'unknown' })).toBeNull();
  });

  it.each([
    ['a kind has no maker', [Bystander], 'No provider marked @FileMaker() makes "join"'],
    [
      'a maker of another module cannot parse its recipes',
      [Joiner, WithoutSchema],
      'WithoutSchema has no schema for recipes of "receipt"',
    ],
    ['a kind has two makers', [Joiner, SecondJoiner], 'SecondJoiner is a second maker of "join"'],
  ])('refuses to start when %s', async (_, providers, message) => {
    await expect(start(...providers)).rejects.toThrow(message);
  });
});
