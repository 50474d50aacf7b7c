/** Serializes JSON for a script element in such a way that the text cannot close the element. */
export function inlineJson(value: object | string): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
