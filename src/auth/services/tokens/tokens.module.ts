import { Module } from '@nestjs/common';
import { EventsModule } from '../../../shared/events/events.module.js';
import { OutboundModule } from '../../../shared/outbound/outbound.module.js';
import { AdministratorFile, Administrators } from '../clients/administrators.service.js';
import { AppClientFile, RegisteredAppClients } from '../clients/app-clients.service.js';
import { StoredClientSettings } from '../clients/client-settings.adapter.js';
import { ClientRepository } from '../clients/client.repository.js';
import { ForgetClient } from '../clients/forget-client.job.js';
import { ClientRegistry } from '../clients/client-registry.service.js';
import { ClientManagers, ClientsService } from '../clients/clients.service.js';
import { EvidenceSigningKeys } from '../keys/evidence-keys.service.js';
import { KeepEvidenceKeys } from '../keys/evidence-key-upkeep.job.js';
import { KeepSigningKeys } from '../keys/signing-key-upkeep.job.js';
import { SigningKeyRotation } from '../keys/signing-key-rotation.service.js';
import { SignedRequests } from '../keys/request-signatures.adapter.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { LogoutNotices, LogoutTokens, TellLogout } from '../sessions/back-channel-logout.js';
import { LoginSessionTermination, SessionLife } from '../sessions/login-sessions.service.js';
import { SignalSubscriptions } from '../signal-subscriptions.js';
import { GrantRevocation } from './grant-revocation.service.js';
import { EndTokensOfUser } from './end-tokens-of-user.handler.js';
import { PurgeVoids, RevokedTokenList } from './revoked-tokens.service.js';
import { TokenRevocation } from './token-revocation.service.js';

const keys = [SigningKeys, SigningKeyRotation, KeepSigningKeys, SignedRequests, EvidenceSigningKeys, KeepEvidenceKeys];
const clients = [
  ClientRegistry,
  ClientRepository,
  ClientManagers,
  ClientsService,
  StoredClientSettings,
  ForgetClient,
  Administrators,
  AdministratorFile,
  RegisteredAppClients,
  AppClientFile,
];
const tokens = [RevokedTokenList, TokenRevocation, GrantRevocation, EndTokensOfUser, PurgeVoids];
const sessions = [SessionLife, LogoutNotices, LogoutTokens, LoginSessionTermination, TellLogout];

/**
 * Keys, clients, tokens and sessions. They are one module because the end of one ends others: a revoked key or a deleted
 * client its tokens, a session its grants, a grant the sessions of applications.
 */
@Module({
  // The signals begin before the lists are read that they keep up to date.
  imports: [EventsModule, OutboundModule],
  providers: [...keys, ...clients, ...tokens, ...sessions, SignalSubscriptions],
  exports: [
    SigningKeys,
    EvidenceSigningKeys,
    SignedRequests,
    SigningKeyRotation,
    ClientRegistry,
    ClientRepository,
    ClientManagers,
    ClientsService,
    StoredClientSettings,
    Administrators,
    RegisteredAppClients,
    RevokedTokenList,
    TokenRevocation,
    GrantRevocation,
    SessionLife,
    LogoutNotices,
    LoginSessionTermination,
  ],
})
export class TokensModule {}
