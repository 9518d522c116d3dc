/** Bytes that are not what they should be, or more than is allowed. */
export class Malformed extends Error {}
