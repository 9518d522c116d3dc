import type { Tenant } from '../../shared/kernel/index.js';
import type { StreamOwner } from './signal-stream.js';

/** The owner of a new stream: the client whose token created it. */
export const ownerOf = ({ enterpriseId, test }: Tenant, { clientId }: { readonly clientId: string }): StreamOwner => ({
  enterpriseId,
  test,
  clientId,
});
