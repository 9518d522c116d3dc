import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** Time-ordered, so that the newest rows share an index page. */
export const newId = (): string => v7();

/** 256 random bits: secrets, session ids, anything that must not be guessed. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
