import { mobile } from './mobile.mjs';
import { signOn } from './sign-on.mjs';
import { tokens } from './tokens.mjs';
import { users } from './users.mjs';

/** Rows that need the same servers are a group: `{ ids, with(server, work, options) }`, where `work` gets the rows. */
export const GROUPS = [users, tokens, signOn, mobile];

/** Rows that say more than the table has to. */
export const DETAILS = ['other-path', 'opaque-token'];

export const ROW_IDS = GROUPS.flatMap(({ ids }) => ids);
