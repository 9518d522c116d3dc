import { webcrypto } from 'node:crypto';
import { TextDecoder, TextEncoder } from 'node:util';
import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom, and what every browser has besides: signatures and UTF-8. */
export default class JsdomWithCrypto extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { TextDecoder, TextEncoder, isSecureContext: true });
    Object.defineProperty(this.global, 'crypto', { value: webcrypto });
  }
}
