export { createClient } from './client.js';
export { confirmByPasskey } from './passkeys.js';
export { memoryStorage } from './storage.js';
export { CountersignError, type ErrorCode } from './errors.js';
export type * from './ports.js';
export type { DataToSign, SignedData, SigningOptions } from './signing.js';
export type * from './types.js';
export type { Texts } from './languages/texts.js';
