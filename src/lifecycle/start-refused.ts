/** Why there is no start, in one sentence that names what to change. */
export class StartRefused extends Error {}
