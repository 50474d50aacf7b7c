import { fieldsOf, isFields } from './json-object.js';

it.each([
  [{}, true],
  [{ a: 1 }, true],
  [JSON.parse('{"__proto__":1}'), true],
  [[], false],
  [null, false],
  [undefined, false],
  ['a', false],
  [1, false],
])('isFields and fieldsOf accept objects that are not lists: %j', (value: unknown, expected) => {
  expect(isFields(value)).toBe(expected);
  expect(fieldsOf(value)).toEqual(expected ? value : {});
});
