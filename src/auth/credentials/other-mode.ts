import type { Tenant } from '../../shared/kernel/index.js';

/**
 * A log entry for developers about a refused login: a live login named a test user, or a test login named a live user.
 * The page shows the same message as for any other refusal.
 */
export const otherModeNote = ({ enterpriseId, test }: Tenant) => ({
  enterpriseId,
  because: test
    ? 'A test login named a live user. Sign in by a live client, or at the account page without ?test=true.'
    : 'A live login named a test user. Sign in by a test client, or at the account page with ?test=true.',
});
