import { createHash } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
  generateRegistrationOptions,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../../config.js';
import type { MadePasskey } from './passkey.entity.js';
import { Challenges, type Ceremony } from './passkey.store.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const BASE64URL = /^[\w-]+$/;
/** Maximum length of a credential id: 1,023 bytes (WebAuthn, section 4), or 1364 characters in base64url. */
const LONGEST_ID = 1364;
/** Maximum length of a user handle: 64 bytes (WebAuthn, section 5.4.3), or 86 characters in base64url. */
const LONGEST_HANDLE = 86;

function parsed(text: string, needed: readonly string[]): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !isRecord(value['response'])) return undefined;
    const { id, rawId, response, type } = value;
    const sound = [id, rawId, ...needed.map((name) => response[name])].every(isBase64url);
    const { clientDataJSON, userHandle = null } = response;
    if (isFramed(String(clientDataJSON)) || !isHandle(userHandle)) return undefined;
    const isCredential = type === 'public-key' && String(id).length <= LONGEST_ID;
    return sound && isCredential ? { clientExtensionResults: {}, ...value } : undefined;
  } catch {
    return undefined;
  }
}

const isBase64url = (part: unknown): boolean => typeof part === 'string' && BASE64URL.test(part);

const isHandle = (part: unknown): boolean =>
  part === null || (typeof part === 'string' && BASE64URL.test(part) && part.length <= LONGEST_HANDLE);

/**
 * Whether the passkey was used in a frame embedded in another site's page, which is never allowed. Throws on invalid
 * JSON.
 */
function isFramed(clientDataJSON: string): boolean {
  const { crossOrigin = false, topOrigin } = Object(
    JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()),
  ) as Readonly<Record<string, unknown>>;
  return crossOrigin !== false || topOrigin !== undefined;
}

/** Parses an authenticator's response and checks only its format. The verification checks everything else. */
export const assertionIn = (text: string) =>
  parsed(text, ['clientDataJSON', 'authenticatorData', 'signature']) as AuthenticationResponseJSON | undefined;

/** Parses a registration. The transports are not signed, so only known values are kept. */
export function attestationIn(text: string): RegistrationResponseJSON | undefined {
  const answer = parsed(text, ['clientDataJSON', 'attestationObject']) as RegistrationResponseJSON | undefined;
  if (!answer) return undefined;
  const said: unknown = answer.response.transports;
  const transports = TRANSPORTS.filter((transport) => Array.isArray(said) && said.includes(transport));
  return { ...answer, response: { ...answer.response, transports } };
}

const TRANSPORTS: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];

/** The relying party: passkeys are bound to our host name and accepted on our pages only. */
export const relyingParty = ({ authUrl, brandName, demo, demoUrl }: Config) => ({
  id: new URL(authUrl).hostname,
  // The demo also serves the pages at its own address, so passkeys created there must be accepted.
  origins: demo ? [authUrl, demoUrl] : [authUrl],
  name: brandName,
});

/**
 * Derives a user handle from the challenge. It reveals nothing about the user, and need not be stored until the passkey
 * exists.
 */
const handleOf = (challenge: string): Buffer<ArrayBuffer> =>
  createHash('sha256').update(`user-handle:${challenge}`).digest();

/** The purpose of a WebAuthn ceremony, and the sign-in in progress or the session that it is bound to. */
export interface CeremonyPlace {
  readonly ceremony: Ceremony;
  readonly boundTo: string;
}

export interface PasskeyOwner {
  /** The user handle. If omitted, a new one is derived from the challenge. */
  readonly handle?: Buffer<ArrayBuffer>;
  readonly userName: string;
  readonly displayName?: string;
  readonly existing?: readonly string[];
}

/** Creates passkeys: builds the options for the authenticator and verifies its response. */
@Injectable()
export class Attestations {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly challenges: Challenges,
  ) {}

  async options(
    { handle: given, userName, displayName = userName, existing = [] }: PasskeyOwner,
    place: CeremonyPlace,
  ) {
    const { id: rpID, name: rpName } = relyingParty(this.config);
    const challenge = await this.challenges.issue(place.ceremony, place.boundTo);
    const handle = given ?? handleOf(challenge);
    return generateRegistrationOptions({
      rpID,
      rpName,
      userID: new Uint8Array(handle),
      userName,
      userDisplayName: displayName,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      excludeCredentials: existing.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 300_000,
    });
  }

  /** Returns the new passkey, or undefined if the response is forged, expired, reused, or from another origin. */
  async made(response: string, { ceremony, boundTo }: CeremonyPlace): Promise<Omit<MadePasskey, 'name'> | undefined> {
    const answer = attestationIn(response);
    const proven = answer && (await this.#proven(answer));
    if (!proven || !(await this.challenges.consume(proven.challenge, ceremony, boundTo))) return undefined;
    const { credential, credentialBackedUp: backedUp } = proven.info;
    const { id: credentialId, publicKey, counter, transports = [] } = credential;
    if (credentialId !== answer.id) return undefined;
    const userHandle = handleOf(proven.challenge).toString('base64url');
    return { credentialId, userHandle, publicKey, counter, transports, backedUp };
  }

  async #proven(response: RegistrationResponseJSON) {
    const { id: expectedRPID, origins: expectedOrigin } = relyingParty(this.config);
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
      // The authenticator's response is malformed, from another origin, or without user verification.
      return undefined;
    }
  }
}
