import { Injectable } from '@nestjs/common';
import { Clock, KernelErrors } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { EvidenceSigningKeys } from '../keys/evidence/evidence-signing-keys.service.js';
import { type SigningAlgorithm, signingAlgorithms, type SigningKeyState } from '../keys/signing-key-state.js';
import { SigningKeyRotation } from '../keys/signing-key-rotation.service.js';

export const keyUses = ['signing', 'evidence'] as const;
export type KeyUse = (typeof keyUses)[number];

export interface KnownKey {
  readonly kid: string;
  readonly use: KeyUse;
  readonly algorithm: SigningAlgorithm;
  readonly state: SigningKeyState;
  readonly createdAt: Date;
  readonly activatesAt: Date | null;
  readonly activatedAt: Date | null;
  readonly retiredAt: Date | null;
}

export interface NewKey {
  readonly kid: string;
  readonly use: KeyUse;
  readonly algorithm: SigningAlgorithm;
  readonly signsFrom: Date;
}

export interface KeyRotation {
  readonly use: KeyUse;
  readonly compromised: boolean;
}

/** Maximum number of keys listed for each use. Older keys are left out. */
export const MOST_LISTED = 100;

/** Lists and replaces signing keys, for the command line and the API. */
@Injectable()
export class KeyAdministration {
  constructor(
    private readonly db: Database,
    private readonly signing: SigningKeyRotation,
    private readonly evidence: EvidenceSigningKeys,
    private readonly clock: Clock,
  ) {}

  /** Lists the keys with the use `signing` first, then those with the use `evidence`, newest first for each use. */
  list(): Promise<KnownKey[]> {
    return this.db.rows<KnownKey>(LIST, [MOST_LISTED]);
  }

  async rotate({ use, compromised }: KeyRotation): Promise<NewKey[]> {
    if (use === 'evidence') return [await this.#rotateEvidence(compromised)];
    const made: NewKey[] = [];
    for (const algorithm of signingAlgorithms) {
      made.push(await (compromised ? this.#replace(algorithm) : this.#schedule(algorithm)));
    }
    return made;
  }

  async #rotateEvidence(compromised: boolean): Promise<NewKey> {
    // Receipts must remain verifiable for years, so their keys stay published and cannot be withdrawn.
    if (compromised) throw refused('Keys of evidence are not withdrawn: rotate them without it.');
    return { kid: await this.evidence.rotate(), use: 'evidence', algorithm: 'ES256', signsFrom: this.clock.now() };
  }

  async #replace(algorithm: SigningAlgorithm): Promise<NewKey> {
    const kid = await this.signing.replaceCompromised(algorithm);
    return { kid, use: 'signing', algorithm, signsFrom: this.clock.now() };
  }

  async #schedule(algorithm: SigningAlgorithm): Promise<NewKey> {
    const { kid, at } = await this.signing.schedule(algorithm);
    return { kid, use: 'signing', algorithm, signsFrom: at };
  }
}

const refused = (detail: string) =>
  KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/compromised', detail }] });

const LIST = `
  (SELECT kid, 'signing' AS use, algorithm, state, created_at AS "createdAt",
          CASE state WHEN 'NEXT' THEN activates_at END AS "activatesAt", activated_at AS "activatedAt",
          retired_at AS "retiredAt"
   FROM auth.signing_key ORDER BY created_at DESC, kid LIMIT $1)
  UNION ALL
  (SELECT kid, 'evidence', 'ES256', CASE WHEN retired_at IS NULL THEN 'ACTIVE' ELSE 'RETIRED' END, created_at, NULL,
          created_at, retired_at
   FROM auth.evidence_key ORDER BY created_at DESC, kid LIMIT $1)
  ORDER BY use DESC, "createdAt" DESC, kid`;
