import { Client } from './client.entity.js';
import { SigningKey } from './signing-key.entity.js';

export const authEntities = [Client, SigningKey];
