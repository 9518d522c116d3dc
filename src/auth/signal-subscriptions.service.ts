import { Injectable } from '@nestjs/common';
import { Signals } from '../shared/events/index.js';
import { APIS_CHANGED, ApiRegistry } from './apis/api-registry.service.js';
import { CLIENT_CHANGED, ClientRegistry } from './client/client-registry.service.js';
import { TOKENS_REVOKED } from './tokens/revoked-tokens.js';
import { SIGNING_KEYS_CHANGED } from './keys/signing-key-rotation.service.js';
import { EVIDENCE_KEYS_CHANGED, EvidenceSigningKeys } from './keys/evidence/evidence-signing-keys.service.js';
import { SigningKeys } from './keys/signing-keys.service.js';
import { RevokedTokenList, type RevokedTokensSignal } from './tokens/revoked-token-list.service.js';

/** Updates the caches of this process when any process has changed clients, APIs or keys, or has revoked tokens. */
@Injectable()
export class SignalSubscriptions {
  constructor(
    signals: Signals,
    registry: ClientRegistry,
    keys: SigningKeys,
    evidence: EvidenceSigningKeys,
    voids: RevokedTokenList,
    apis: ApiRegistry,
  ) {
    signals.on<{ clientId: string }>(CLIENT_CHANGED, ({ clientId }) => registry.forget(clientId));
    signals.on<{ tenant: string }>(APIS_CHANGED, ({ tenant }) => apis.forget(tenant));
    signals.on(SIGNING_KEYS_CHANGED, () => keys.reload());
    signals.on(EVIDENCE_KEYS_CHANGED, () => evidence.reload());
    signals.on<RevokedTokensSignal>(TOKENS_REVOKED, (told) => voids.note(told));
    signals.onLostTrack(async () => {
      registry.forgetAll();
      apis.forgetAll();
      keys.reload();
      evidence.reload();
      await voids.reload();
    });
  }
}
