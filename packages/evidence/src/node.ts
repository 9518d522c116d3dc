/** Functions that need Node's crypto or files, and so do not run in browsers. */
export { checkEvidenceFile, readKeys, UnusableFile } from './files.js';
export { canonicalDigest, contentDigest, isSigned, nodeCrypto } from './node-crypto.js';
