import { X509Certificate } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { DomainError, type JsonObject } from '../../../shared/kernel/index.js';
import { androidKey } from './android-key.js';
import { appAttest } from './app-attest.reader.js';
import { attestationRoots } from './attestation-roots.reader.js';
import { certificateIn, leadsToRoot } from './certificate-chain.js';
import {
  type AttestationFormat,
  attestationFormats,
  type AttestedKey,
  type DeviceAttestation,
  type Findings,
  refusedAttestation,
  type UnverifiedReason,
} from './device-attestation.js';
import { webauthn } from './webauthn.reader.js';

const LONGEST = 32_768;

/** Judges attestations of device keys by the root certificates and apps that the settings trust. */
@Injectable()
export class DeviceAttestations {
  readonly #roots: readonly X509Certificate[];
  readonly #apps: readonly string[];
  readonly #origins: readonly string[];

  constructor(@Inject(CONFIG) { deviceAttestationRoots, deviceAttestationApps, mobileUrl, authUrl }: Config) {
    this.#roots = attestationRoots(deviceAttestationRoots);
    this.#apps = deviceAttestationApps;
    this.#origins = [mobileUrl, authUrl];
  }

  /** Returns the verdict on an attestation. Throws if the attestation does not cover exactly this key and nonce. */
  async judge(sent: JsonObject, key: AttestedKey): Promise<DeviceAttestation> {
    if (JSON.stringify(sent).length > LONGEST) throw refusedAttestation(`It is longer than ${LONGEST} characters`);
    const { format, ...statement } = sent;
    const known = attestationFormats.find((one) => one === format);
    if (!known) throw refusedAttestation(`format must be one of ${attestationFormats.join(', ')}`);
    const findings = await this.#findings(known, statement, key);
    const because = this.#trust(findings, key.now);
    const { protection, app } = findings;
    return {
      format: known,
      verdict: because ? 'unverified' : 'verified',
      ...(because && { because }),
      protection,
      ...(app !== undefined && { app }),
      checked_at: key.now.toISOString(),
      statement,
    };
  }

  /**
   * Reads an attestation. Given forged bytes, a parser may throw any error, such as a RangeError. Each is converted to
   * a refusal of the attestation.
   */
  async #findings(format: AttestationFormat, statement: JsonObject, key: AttestedKey): Promise<Findings> {
    try {
      if (format === 'android-key') return androidKey(statement, key);
      return await (format === 'apple-appattest' ? appAttest(statement, key) : webauthn(statement, key, this.#origins));
    } catch (error) {
      throw error instanceof DomainError ? error : refusedAttestation('It cannot be read');
    }
  }

  #trust(findings: Findings, now: Date): UnverifiedReason | undefined {
    const { chain, because } = findings;
    const isTrusted = chain.length > 0 && leadsToRoot(chain.map(certificateIn), this.#roots, now);
    if (this.#roots.length === 0) return 'no_roots';
    if (!isTrusted) return 'unknown_root';
    return because ?? (this.#isOfOurApp(findings) ? undefined : 'other_app');
  }

  #isOfOurApp({ app, signers = [] }: Findings): boolean {
    return (
      this.#apps.length === 0 ||
      this.#apps.some((ours) => {
        const [name, signer] = ours.split('@');
        return name === app && (signer === undefined || signers.includes(signer.replaceAll(':', '').toLowerCase()));
      })
    );
  }
}
