import { Inject, Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { type Config, CONFIG } from '../../../config.js';
import { type CeremonyPlace, relyingParty } from './attestations.service.js';
import type { Passkey } from './passkey.entity.js';
import { Challenges, PasskeyStore } from './passkey.store.js';

/** Additional origins to accept in a ceremony, and the passkeys that may be used in it. */
export interface AssertionTerms {
  readonly origins?: readonly string[];
  readonly passkeys?: readonly string[];
}

/** Builds the options for using a passkey, and verifies the authenticator's response. */
@Injectable()
export class PasskeyAssertions {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly challenges: Challenges,
    private readonly passkeys: PasskeyStore,
  ) {}

  async options({ ceremony, boundTo }: CeremonyPlace, { passkeys = [] }: AssertionTerms = {}) {
    const challenge = new Uint8Array(Buffer.from(await this.challenges.issue(ceremony, boundTo), 'base64url'));
    return generateAuthenticationOptions({
      rpID: relyingParty(this.config).id,
      challenge,
      userVerification: 'required',
      timeout: 300_000,
      ...(passkeys.length > 0 && { allowCredentials: passkeys.map((id) => ({ id })) }),
    });
  }

  /**
   * Verifies an authenticator's response. Each challenge can be used once. A signature counter that does not increase
   * indicates a copied passkey, unless it is always 0. If the response contains a user handle, it must match the
   * passkey's, if one is stored.
   */
  async isProven(
    answer: AuthenticationResponseJSON,
    passkey: Passkey,
    { ceremony, boundTo }: CeremonyPlace,
    terms: AssertionTerms = {},
  ): Promise<boolean> {
    const { userHandle = null } = answer.response;
    if (userHandle !== null && userHandle !== (passkey.userHandle ?? userHandle)) return false;
    const proof = await this.#proofOf(answer, passkey, terms);
    if (
      !proof ||
      !(await this.passkeys.isSound(passkey)) ||
      !(await this.challenges.consume(proof.challenge, ceremony, boundTo))
    ) {
      return false;
    }
    return this.passkeys.noteUse(passkey, { counter: proof.counter, userHandle: passkey.userHandle ?? userHandle });
  }

  async #proofOf(response: AuthenticationResponseJSON, passkey: Passkey, { origins = [] }: AssertionTerms) {
    const { id: expectedRPID, origins: ours } = relyingParty(this.config);
    let challenge = '';
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: (signed: string) => (challenge = signed) !== '',
        expectedOrigin: [...ours, ...origins],
        expectedRPID,
        credential: credentialOf(passkey),
        requireUserVerification: true,
      });
      return verified ? { challenge, counter: authenticationInfo.newCounter } : undefined;
    } catch {
      // The authenticator's response is forged, from another origin, or has a decreased counter (a copied passkey).
      return undefined;
    }
  }
}

const credentialOf = ({ credentialId, publicKey, counter, transports }: Passkey) => ({
  id: credentialId,
  publicKey: new Uint8Array(publicKey),
  counter,
  transports: [...transports],
});
