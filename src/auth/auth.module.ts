import { Global, Module } from '@nestjs/common';
import { BearerModule } from '../shared/http/bearer/bearer.module.js';
import { ClientFacts } from '../shared/http/bearer/client-facts.port.js';
import { EnterpriseIds } from '../shared/http/bearer/enterprise-ids.port.js';
import { TokenKeys } from '../shared/http/bearer/token-keys.port.js';
import { TokenVoids } from '../shared/http/bearer/token-voids.port.js';
import { ClientRegistry } from './services/client-registry.service.js';
import { EnterpriseIdsOfUsers } from './services/enterprise-ids-of-users.js';
import { SigningKeyRotation } from './services/signing-key-rotation.service.js';
import { SigningKeys } from './services/signing-keys.service.js';
import { TokenVoidList } from './services/token-void-list.js';

const portsOfTheGuard = [
  { provide: TokenKeys, useExisting: SigningKeys },
  { provide: TokenVoids, useExisting: TokenVoidList },
  { provide: ClientFacts, useExisting: ClientRegistry },
  { provide: EnterpriseIds, useClass: EnterpriseIdsOfUsers },
];

@Global()
@Module({
  imports: [BearerModule],
  providers: [SigningKeyRotation, SigningKeys, ClientRegistry, TokenVoidList, ...portsOfTheGuard],
  exports: portsOfTheGuard.map(({ provide }) => provide),
})
export class AuthModule {}
