import type { Tenant } from '../../shared/kernel/index.js';

/**
 * A log entry that tells developers why a login was refused: live logins are for live users, test logins for test
 * users. The page itself shows the same refusal as for any other reason.
 */
export const otherModeNote = ({ enterpriseId, test }: Tenant) => ({
  enterpriseId,
  because: test
    ? 'A test login named a live user. Sign in by a live client, or at the account page without ?test=true.'
    : 'A live login named a test user. Sign in by a test client, or at the account page with ?test=true.',
});
