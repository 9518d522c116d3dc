import { Client } from './client/client.entity.js';
import { SigningKey } from './keys/signing-key.entity.js';

export const authEntities = [Client, SigningKey];
