import { configurationOf, ParameterSets, unitsOf, withLengths } from './h264-units.js';

const hex = (text: string): Buffer => Buffer.from(text.replace(/ /g, ''), 'hex');
/**
 * Sequence parameter sets of profile "High", levels 3.1 and 4.0, with ids 0 and 31, and picture
 * parameter sets with the same ids.
 */
const SETS = {
  ours: '67 64 00 28 04 10',
  theirs: '67 64 00 1f ac',
  pps: '68 ee',
  oursPps: '68 04 10',
};

describe('unitsOf', () => {
  it.each([
    [
      'long and short start codes',
      '00000001 6764 000001 68ee 00000001 6588',
      ['6764', '68ee', '6588'],
    ],
    ['zeros before a start code', '000001 6588 0000 000001 41', ['6588', '41']],
    ['an empty packet', '', []],
    ['a packet without a start code', '6588', []],
    ['empty units', '000001 000001 65', ['65']],
  ])('reads %s', (_, packet, units) => {
    expect(unitsOf(hex(packet)).map((unit) => unit.toString('hex'))).toEqual(units);
  });
});

it('writes units, each preceded by its length', () => {
  expect(withLengths([hex('6588'), hex('41')]).toString('hex')).toBe('0000000265880000000141');
});

describe('configurationOf', () => {
  const sets = (...units: string[]): ParameterSets => {
    const found = new ParameterSets();
    units.forEach((unit) => found.add(hex(unit)));
    return found;
  };

  it('contains the parameter sets of both encoders and the higher level', () => {
    const both = sets(SETS.theirs, SETS.pps, SETS.ours, SETS.oursPps, SETS.theirs);
    expect(both.isMixed).toBe(false);
    expect(configurationOf(both)?.toString('hex')).toBe(
      hex(
        '01 640028 ff e2 0005 6764001fac 0006 676400280410 02 0002 68ee 0003 680410 fdf8f800',
      ).toString('hex'),
    );
  });

  it('requires both kinds of sets', () => {
    expect([sets(SETS.theirs), sets(SETS.pps), sets()].map(configurationOf)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['two sets with the same id', [SETS.theirs, '67 64 00 28 ac']],
    ['a truncated set', ['67 64']],
    ['an id without an end', ['68 00 00 00 00 00']],
  ])('cannot be built from %s', (_, units) => {
    expect(sets(...units).isMixed).toBe(true);
  });
});
