/** Thrown for bytes that violate their format or a size limit. */
export class Malformed extends Error {}
