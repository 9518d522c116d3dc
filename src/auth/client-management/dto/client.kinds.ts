import { Networks } from '../../../config/networks.js';
import { type Kind, scalar, text } from '../../../shared/fields/index.js';
import { isOrigin, isPlainUri } from '../../client/client-profile.js';
import { SCOPE_NAME } from '../../tokens/token-plan.js';

export const redirectUri = (): Kind =>
  scalar({ type: 'string', format: 'uri', maxLength: 2048, pattern: '^[!-~]+$' }, (value) =>
    typeof value === 'string' && isPlainUri(value)
      ? undefined
      : 'Must be an absolute URI without fragment, credentials or wildcard.',
  );

export const browserOrigin = (): Kind =>
  scalar({ type: 'string', format: 'uri', maxLength: 2048, example: 'https://app.example.com' }, (value) =>
    typeof value === 'string' && isOrigin(value)
      ? undefined
      : 'Must be an https origin such as https://app.example.com, http on the loopback, or app://localhost, capacitor://localhost or ionic://localhost.',
  );

export const callerAddress = (): Kind =>
  scalar({ type: 'string', minLength: 2, maxLength: 49, example: '203.0.113.0/24' }, (value) =>
    typeof value === 'string' && Networks.isEntry(value)
      ? undefined
      : 'Must be an address or a subnet such as 203.0.113.0/24.',
  );

export const apiScope = (): Kind =>
  text({ max: 64, pattern: SCOPE_NAME, called: 'the scope of an API of yours', example: 'orders.read' });

export const API_SCOPES = { max: 100, unique: true } as const;
export const URIS = { max: 50, unique: true } as const;
