import { ArrayField, BooleanField, EnumField, oneOf, TextField, TimeField } from '../../../shared/fields/index.js';
import { type ComparedField, comparedFields } from '../../chips/page-and-chip.js';
import type { ChipFindings } from '../../evidence/session-findings.js';
import { type ChipLevel, chipProofs } from '../../sessions/rules/session-settings.js';

type ProofLevel = 'none' | ChipLevel;
const proofLevels = ['none', ...chipProofs] as const;
const proofKinds = ['chip_authentication', 'active_authentication'] as const;
const revocations = ['good', 'unknown', 'stale'] as const;

export class IdvProofDto {
  @EnumField(proofLevels, {
    name: 'IdvProofLevel',
    example: 'genuine_chip',
    description:
      '`none`: the document was photographed, and no signature was verified. `signed_data`: a state has signed the data and the portrait. A copy of the chip would also pass. `genuine_chip`: the chip has also answered a challenge of this session, so it is not a copy.',
  })
  level!: ProofLevel;
  @EnumField(proofKinds, {
    name: 'IdvProofKind',
    optional: true,
    example: 'chip_authentication',
    description: 'How the chip proved that it is not a copy. Present with `genuine_chip`.',
  })
  by?: Exclude<ChipFindings['by'], 'none'>;
  @TextField({
    max: 2,
    optional: true,
    example: 'UT',
    description: 'The state that signed the data, as its certificate names it (ISO 3166-1).',
  })
  state?: string;
  @TextField({
    max: 64,
    optional: true,
    example: '1f9b2c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f809',
    description: 'The SHA-256 fingerprint of the certificate of the authority of that state.',
  })
  authority?: string;
  @TextField({ max: 40, optional: true, example: 'ECDSA with SHA-256', description: 'The algorithm of the signature.' })
  algorithm?: string;
  @TimeField({ optional: true, description: 'When the certificate of the signer expires.' }) signerUntil?: string;
  @EnumField(revocations, {
    name: 'IdvProofRevocation',
    optional: true,
    example: 'good',
    description:
      'What revocation lists say about the signer. `good`: a current list does not contain the signer. `unknown`: the operator has no list of that state. `stale`: the list should already have been replaced.',
  })
  revocation?: ChipFindings['revocation'];
  @BooleanField({
    optional: true,
    description: 'Whether a part of the signature uses SHA-1, which is no longer considered safe.',
  })
  weak?: boolean;
  @ArrayField(oneOf(comparedFields, 'IdvComparedField'), {
    max: comparedFields.length,
    optional: true,
    example: ['number', 'birthDate', 'expiryDate'],
    description: 'The fields that were compared and have the same value on the photographed page and in the chip.',
  })
  compared?: ComparedField[];
  @TimeField({ optional: true, description: 'When the chip was read.' }) readAt?: string;

  static of(chip: ChipFindings | undefined): IdvProofDto {
    if (!chip) return { level: 'none' };
    const { level, by, state, authority, algorithm, signerUntil, revocation, isWeak: weak, compared, readAt } = chip;
    const facts = { state, authority, algorithm, signerUntil, revocation, weak, compared: [...compared], readAt };
    return { level, ...(by !== 'none' && { by }), ...facts };
  }
}
