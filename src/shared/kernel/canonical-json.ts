export { canonicalJson, NotJson } from '@countersign/evidence';
export { canonicalDigest } from '@countersign/evidence/node';
