/** Node's own crypto, and files: nothing of it runs in browsers. */
export { checkEvidenceFile, readKeys, UnusableFile } from './files.js';
export { canonicalDigest, contentDigest, isSigned, nodeCrypto } from './node-crypto.js';
