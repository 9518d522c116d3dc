import { ArrayField, BooleanField, EnumField, IntegerField, TextField } from '../../shared/http/index.js';
import {
  signingAlgorithms,
  type SigningAlgorithm,
  signingKeyState,
  type SigningKeyState,
} from '../keys/signing-key-state.js';
import {
  type KeyRotation,
  type KeyUse,
  keyUses,
  type KnownKey,
  MOST_LISTED,
  type NewKey,
} from './key-administration.service.js';

const KID = { max: 64, example: 'Y1vKd9Qm2mV0g1m8f0dC9c1J5c6uJm1b8l3yWc2p0hM' };
const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };
const USE = { name: 'KeyUse', example: 'signing', description: '`signing`: of tokens; `evidence`: of receipts.' };
const ALGORITHM = { name: 'KeyAlgorithm', example: 'ES256' };

export class KeyDto {
  @TextField({ ...KID, description: 'As in the header of what it signs.' }) kid!: string;
  @EnumField(keyUses, USE) use!: KeyUse;
  @EnumField(signingAlgorithms, ALGORITHM) algorithm!: SigningAlgorithm;
  @EnumField(signingKeyState.states, {
    name: 'KeyState',
    example: 'ACTIVE',
    description:
      '`NEXT` is published and does not sign yet, `ACTIVE` signs, `RETIRED` only verifies, `WITHDRAWN` is trusted no more.',
  })
  state!: SigningKeyState;
  @IntegerField({ ...TIME, description: 'When it was made.' }) createdTs!: number;
  @IntegerField({ ...TIME, nullable: true, description: 'Of `NEXT`: when it will sign, if that is planned.' })
  activatesTs!: number | null;
  @IntegerField({ ...TIME, nullable: true, description: 'Since when it signs.' }) activatedTs!: number | null;
  @IntegerField({
    ...TIME,
    nullable: true,
    description: 'When it stopped. One of evidence may sign for an hour more, so the time may be ahead.',
  })
  retiredTs!: number | null;

  static of({ kid, use, algorithm, state, createdAt, activatesAt, activatedAt, retiredAt }: KnownKey): KeyDto {
    return {
      ...{ kid, use, algorithm, state },
      createdTs: createdAt.getTime(),
      activatesTs: activatesAt?.getTime() ?? null,
      activatedTs: activatedAt?.getTime() ?? null,
      retiredTs: retiredAt?.getTime() ?? null,
    };
  }
}

export class KeyListDto {
  @ArrayField(() => KeyDto, {
    max: 2 * MOST_LISTED,
    description: `Those of signing first, of each use the newest first and at most ${MOST_LISTED}.`,
  })
  keys!: KeyDto[];
}

export class RotateKeysDto {
  @EnumField(keyUses, USE) use!: KeyUse;
  @BooleanField({
    default: false,
    example: false,
    description:
      'After a leak: withdraws all keys of signing at once. Every token that they signed is void, and new keys sign now. Keys of evidence are not withdrawn.',
  })
  compromised?: boolean;

  static toRotation({ use, compromised = false }: RotateKeysDto): KeyRotation {
    return { use, compromised };
  }
}

export class NewKeyDto {
  @TextField(KID) kid!: string;
  @EnumField(keyUses, USE) use!: KeyUse;
  @EnumField(signingAlgorithms, ALGORITHM) algorithm!: SigningAlgorithm;
  @IntegerField({ ...TIME, description: 'From then on it signs.' }) signsFromTs!: number;

  static of({ kid, use, algorithm, signsFrom }: NewKey): NewKeyDto {
    return { kid, use, algorithm, signsFromTs: signsFrom.getTime() };
  }
}

export class RotatedKeysDto {
  @ArrayField(() => NewKeyDto, { max: 2, description: 'One of each algorithm.' }) keys!: NewKeyDto[];
}
