import { Inject, Injectable } from '@nestjs/common';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { CONFIG, type Config } from '../../../config.js';
import { attestationIn } from './authenticator-answers.js';
import { Challenges, type Ceremony } from './challenges.service.js';
import type { MadePasskey } from './passkey.store.js';
import { relyingParty } from './relying-party.js';

/** Which ceremony, and the interaction or session that it is part of. */
export interface CeremonyPlace {
  readonly ceremony: Ceremony;
  readonly boundTo: string;
}

export interface PasskeyOwner {
  /** What the authenticator files the passkey under: never anything that says who it is. */
  readonly handle: Uint8Array<ArrayBuffer>;
  readonly userName: string;
  readonly displayName?: string;
  readonly existing?: readonly string[];
}

/** The making of a passkey: what an authenticator is asked for, and whether its answer is one. */
@Injectable()
export class Attestations {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly challenges: Challenges,
  ) {}

  async options({ handle, userName, displayName = userName, existing = [] }: PasskeyOwner, place: CeremonyPlace) {
    const { id: rpID, name: rpName } = relyingParty(this.config);
    const challenge = await this.challenges.issue(place.ceremony, place.boundTo);
    return generateRegistrationOptions({
      rpID,
      rpName,
      userID: handle,
      userName,
      userDisplayName: displayName,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      excludeCredentials: existing.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 300_000,
    });
  }

  /** What was made there just now; undefined when the answer is not ours, forged, too late, or comes again. */
  async made(response: string, { ceremony, boundTo }: CeremonyPlace): Promise<Omit<MadePasskey, 'name'> | undefined> {
    const answer = attestationIn(response);
    const proven = answer && (await this.#proven(answer));
    if (!proven || !(await this.challenges.consume(proven.challenge, ceremony, boundTo))) return undefined;
    const { credential, credentialBackedUp: backedUp } = proven.info;
    const { id: credentialId, publicKey, counter, transports = [] } = credential;
    if (credentialId !== answer.id) return undefined;
    return { credentialId, publicKey, counter, transports, backedUp };
  }

  async #proven(response: RegistrationResponseJSON) {
    const { id: expectedRPID, origin: expectedOrigin } = relyingParty(this.config);
    let challenge = '';
    try {
      const verification = await verifyRegistrationResponse({
        response,
        expectedChallenge: (signed: string) => (challenge = signed) !== '',
        expectedOrigin,
        expectedRPID,
        requireUserVerification: true,
      });
      return verification.registrationInfo && { info: verification.registrationInfo, challenge };
    } catch {
      return undefined; // malformed, not of this origin, or of an authenticator that did not look who it is
    }
  }
}
