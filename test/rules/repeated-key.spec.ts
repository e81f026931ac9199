import { describe, expect, test } from '@jest/globals';
import { BodyBounds } from '#libs/core/http/body-bounds';
import { repeatedKey } from '#libs/core/http/repeated-key';

/** What a server finds that gets the JSON in pieces of a few bytes. */
function found(json: string): string | undefined {
  const [bounds, body] = [new BodyBounds(), Buffer.from(json)];
  for (let at = 0; at < body.length; at += 3) bounds.take(body.subarray(at, at + 3));
  return bounds.mayRepeatKeys ? repeatedKey(json) : undefined;
}

describe('a key that an object has twice', () => {
  test.each([
    ['{"a":1,"b":2,"a":1}', '"a"'],
    ['{"rows":[{"a":1},{"a":{"a":[{"b":1}],"c":1},"b":2,"a":3}]}', '"a"'],
    ['{"rows":[{"room":"M1"}],"rows" :[]}', '"rows"'],
    ['{"\\"":{},"x":"}","\\"":1}', '"\\""'],
  ])('is found in %s', (json, key) => expect(found(json)).toBe(key));

  test.each([
    '[{"a":1},{"a":1},{"b":{"a":1},"a":2}]',
    '{"a":"a","b":["a","a",{"a":"\\"a\\":1,"}],"A":1}',
    // These have one hash.
    '{"Aa":1,"BB":2}',
    '{"":[[],[]],"a":""}',
  ])('is not in %s', (json) => expect(found(json)).toBeUndefined());
});
