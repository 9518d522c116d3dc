import fc from 'fast-check';
import { base64urlOf, bytesOf } from './compact-jws.js';

describe('base64url', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(bytesOf(base64urlOf(bytes))).toEqual(bytes);
        expect(base64urlOf(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
      }),
    );
  });

  it('is read only where its bytes are written so, and no otherwise', () => {
    const letter = fc.constantFrom(...Array.from('AaBbQgwz0149-_+/= \n'));
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 6 }), (text) => {
        const isOnlyForm = text !== '' && Buffer.from(text, 'base64url').toString('base64url') === text;
        expect(bytesOf(text) !== undefined).toBe(isOnlyForm);
      }),
      { numRuns: 5_000 },
    );
  });
});
