import type { Tenant } from '../../shared/kernel/index.js';
import type { StreamOwner } from './signal-stream.js';

/** A stream belongs to the client whose token it was created with. */
export const ownerOf = ({ enterpriseId, test }: Tenant, { clientId }: { readonly clientId: string }): StreamOwner => ({
  enterpriseId,
  test,
  clientId,
});
