import { mobile } from './mobile.mjs';
import { signOn } from './sign-on.mjs';
import { tokens } from './tokens.mjs';
import { users } from './users.mjs';

/**
 * The groups of rows of the performance table (docs/performance.md). The rows of one group need the same servers. Each
 * group is `{ ids, with(server, work, options) }`: `with` starts the servers and passes the rows to `work`.
 */
export const GROUPS = [users, tokens, signOn, mobile];

/** Rows that can be measured by name but are not in the published table. */
export const DETAILS = ['other-path', 'opaque-token'];

export const ROW_IDS = GROUPS.flatMap(({ ids }) => ids);
