import { Inject, Injectable } from '@nestjs/common';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { CONFIG, type Config } from '../../../config.js';
import { Tenant } from '../../../shared/kernel/tenant.js';
import type { Tx } from '../../../shared/persistence/tx.js';
import { UnitOfWork } from '../../../shared/persistence/unit-of-work.js';
import type { UserCard } from '../../../users/contract.js';
import { attestationIn } from './authenticator-answers.js';
import { Challenges } from './challenges.service.js';
import { PasskeyStore, type NewPasskey, type Passkey } from './passkey.store.js';
import { relyingParty } from './relying-party.js';

const MOST = 20;
const LONGEST_NAME = 60;

/** The passkeys that a user who is logged in sets up, and removes. */
@Injectable()
export class PasskeyRegistration {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly challenges: Challenges,
    private readonly passkeys: PasskeyStore,
    private readonly uow: UnitOfWork,
  ) {}

  list({ ref: { sub } }: UserCard): Promise<Passkey[]> {
    return this.passkeys.of(sub);
  }

  async options({ ref: { sub, userId }, firstName, lastName }: UserCard, boundTo: string) {
    const { id: rpID, name: rpName } = relyingParty(this.config);
    const existing = await this.passkeys.of(sub);
    return generateRegistrationOptions({
      rpID,
      rpName,
      userID: new Uint8Array(Buffer.from(sub)),
      userName: userId,
      userDisplayName: [firstName, lastName].filter(Boolean).join(' ') || userId,
      challenge: new Uint8Array(Buffer.from(await this.challenges.issue('register', boundTo), 'base64url')),
      excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 300_000,
    });
  }

  async add(user: UserCard, boundTo: string, name: string, response: string): Promise<boolean> {
    const answer = attestationIn(response);
    const made = answer && (await this.#verified(answer, boundTo));
    if (!made || (await this.passkeys.of(user.ref.sub)).length >= MOST) return false;
    const { sub } = user.ref;
    return this.#change(user, 'added', (tx) =>
      this.passkeys.add(tx, { ...made, sub, name: name.trim().slice(0, LONGEST_NAME) || 'Passkey' }),
    );
  }

  remove(user: UserCard, credentialId: string): Promise<boolean> {
    return this.#change(user, 'removed', (tx) => this.passkeys.remove(tx, user.ref.sub, credentialId));
  }

  #change({ ref }: UserCard, what: 'added' | 'removed', change: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const changed = await change(tx);
      const tenant = Tenant.of(ref.enterpriseId, ref.test);
      if (changed) tx.pending.audit.push({ kind: `auth.passkey-${what}`, tenant, subject: ref.sub });
      return changed;
    });
  }

  async #verified(
    answer: RegistrationResponseJSON,
    boundTo: string,
  ): Promise<Omit<NewPasskey, 'sub' | 'name'> | undefined> {
    const { id: expectedRPID, origin: expectedOrigin } = relyingParty(this.config);
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: answer,
        expectedChallenge: (challenge) => this.challenges.consume(challenge, 'register', boundTo),
        expectedOrigin,
        expectedRPID,
        requireUserVerification: true,
      });
      if (!registrationInfo) return undefined;
      const { credential, credentialBackedUp: backedUp } = registrationInfo;
      const { id: credentialId, publicKey, counter, transports = [] } = credential;
      return { credentialId, publicKey, counter, transports, backedUp };
    } catch {
      return undefined;
    }
  }
}
