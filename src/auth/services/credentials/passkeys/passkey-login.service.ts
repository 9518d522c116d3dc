import { Inject, Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import { CONFIG, type Config } from '../../../../config.js';
import { AuditLog } from '../../../../shared/audit/audit-log.js';
import { Tenant } from '../../../../shared/kernel/tenant.js';
import { UserActivity, UserDirectory, type UserCard } from '../../../../users/contract.js';
import { AddressLimit } from '../attempts/login-tries.service.js';
import { assertionIn, relyingParty } from './attestations.service.js';
import { Challenges, PasskeyStore, type Passkey } from './passkey.store.js';

export interface PasskeyAttempt {
  readonly tenant: Tenant;
  /** The interaction or session that the challenge was issued to. */
  readonly boundTo: string;
  /** The authenticator's answer, as JSON. */
  readonly response: string;
}

/** Logs users in by passkey. The passkey's id says whose it is. */
@Injectable()
export class PasskeyLogin {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly challenges: Challenges,
    private readonly passkeys: PasskeyStore,
    private readonly users: UserDirectory,
    private readonly addresses: AddressLimit,
    private readonly activity: UserActivity,
    private readonly audit: AuditLog,
  ) {}

  async options(boundTo: string) {
    const challenge = new Uint8Array(Buffer.from(await this.challenges.issue('login', boundTo), 'base64url'));
    const { id: rpID } = relyingParty(this.config);
    return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required', timeout: 300_000 });
  }

  attempt(attempt: PasskeyAttempt): Promise<UserCard | undefined> {
    return this.addresses.countFailures(
      () => this.#attempt(attempt),
      (user) => user !== undefined,
    );
  }

  async #attempt({ tenant, boundTo, response }: PasskeyAttempt): Promise<UserCard | undefined> {
    const answer = assertionIn(response);
    const passkey = answer && (await this.passkeys.find(answer.id));
    const user = passkey && (await this.users.find(passkey.sub));
    const proven = answer && passkey ? await this.#isProven(answer, passkey, boundTo) : false;
    const admitted =
      proven && user?.status === 'ACTIVE' && tenant.equals(Tenant.of(user.ref.enterpriseId, user.ref.test));
    await this.#record(tenant, user, admitted);
    if (!admitted) return undefined;
    this.activity.touch(user.ref.sub);
    return user;
  }

  /** The id of a passkey that was removed here but not from its authenticator. */
  async orphanIn(response: string): Promise<string | undefined> {
    const id = assertionIn(response)?.id;
    return id === undefined || (await this.passkeys.find(id)) ? undefined : id;
  }

  async #isProven(answer: AuthenticationResponseJSON, passkey: Passkey, boundTo: string): Promise<boolean> {
    const proof = await this.#proofOf(answer, passkey);
    if (!proof || !(await this.challenges.consume(proof.challenge, 'login', boundTo))) return false;
    return this.passkeys.noteUse(passkey, proof.counter);
  }

  async #proofOf(response: AuthenticationResponseJSON, passkey: Passkey) {
    const { id: expectedRPID, origin: expectedOrigin } = relyingParty(this.config);
    let challenge = '';
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: (signed: string) => (challenge = signed) !== '',
        expectedOrigin,
        expectedRPID,
        credential: credentialOf(passkey),
        requireUserVerification: true,
      });
      return verified ? { challenge, counter: authenticationInfo.newCounter } : undefined;
    } catch {
      return undefined; // unknown, forged, or with a counter that went backwards, as a copy's does
    }
  }

  #record(tenant: Tenant, user: UserCard | undefined, admitted: boolean): Promise<void> {
    const outcome = admitted ? 'done' : 'refused';
    const subject = user?.ref.sub;
    return this.audit.record({ kind: 'auth.user-logged-in', outcome, tenant, subject, details: { by: 'passkey' } });
  }
}

const credentialOf = ({ credentialId, publicKey, counter, transports }: Passkey) => ({
  id: credentialId,
  publicKey: new Uint8Array(publicKey),
  counter,
  transports: [...transports],
});
