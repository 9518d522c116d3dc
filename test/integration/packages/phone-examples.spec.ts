import { createHash, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalContent, parseStatement } from '@countersign/evidence';
import { contentDigest, isSigned } from '@countersign/evidence/node';
import { rawSignature } from '../../../clients/react-native/src/der.js';

const read = (path: string): string => readFileSync(new URL(`../../../examples/${path}`, import.meta.url), 'utf8');
const ANDROID = 'android/core/src/test/resources/vectors.json';
const vectors = JSON.parse(read(ANDROID));

/** The apps for Xcode and Android Studio are tested by these vectors, where there are Swift and Kotlin. */
describe('The vectors of the example apps', () => {
  it('are the same for both', () => {
    expect(read('ios/CountersignCore/Tests/CountersignCoreTests/vectors.json')).toBe(read(ANDROID));
  });

  it('have the canonical form and the digest by which the service judges', () => {
    expect(vectors.contents.length).toBeGreaterThan(1);
    for (const { canonical, content_digest, ...content } of vectors.contents) {
      expect(canonicalContent(content)).toBe(canonical);
      expect(contentDigest(canonical)).toBe(content_digest);
    }
  });

  it('have a statement that the service accepts for the key of the device', () => {
    const { jws, ...expected } = vectors.statement;
    const statement = parseStatement(jws)!;
    const payload = JSON.parse(Buffer.from(jws.split('.')[1], 'base64url').toString());
    expect({ device_id: statement.deviceId, ...payload }).toEqual(expected);
    expect(payload.content_digest).toBe(vectors.contents[0].content_digest);
    expect(isSigned(statement, vectors.public_key)).toBe(true);
    expect(createPublicKey({ key: vectors.public_key, format: 'jwk' }).asymmetricKeyType).toBe('ec');
  });

  it('have signatures in DER and as r and s', () => {
    for (const { der, raw } of vectors.signatures) {
      expect(Buffer.from(rawSignature(Buffer.from(der, 'base64url'))).toString('base64url')).toBe(raw);
    }
  });

  it('have the challenge of a verifier', () => {
    expect(createHash('sha256').update(vectors.verifier).digest('base64url')).toBe(vectors.challenge);
  });
});
