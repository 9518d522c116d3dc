import { ArrayField, BooleanField, EnumField, IntegerField, TextField } from '../../shared/fields/index.js';
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
const USE = {
  name: 'KeyUse',
  example: 'signing',
  description: '`signing`: the key signs tokens. `evidence`: the key signs receipts of notification answers.',
};
const ALGORITHM = { name: 'KeyAlgorithm', example: 'ES256' };

export class KeyDto {
  @TextField({
    ...KID,
    description: 'The key id. It is in the `kid` header of each signature that was made with this key.',
  })
  kid!: string;
  @EnumField(keyUses, USE) use!: KeyUse;
  @EnumField(signingAlgorithms, ALGORITHM) algorithm!: SigningAlgorithm;
  @EnumField(signingKeyState.states, {
    name: 'KeyState',
    example: 'ACTIVE',
    description:
      '`NEXT`: published, but does not sign yet. `ACTIVE`: signs. `RETIRED`: only verifies earlier signatures. `WITHDRAWN`: no longer trusted.',
  })
  state!: SigningKeyState;
  @IntegerField({ ...TIME, description: 'When the key was created, in milliseconds since 1970.' }) createdTs!: number;
  @IntegerField({
    ...TIME,
    nullable: true,
    description:
      'When a `NEXT` key will start to sign, in milliseconds since 1970. `null`: no date is planned, or the key is not `NEXT`.',
  })
  activatesTs!: number | null;
  @IntegerField({
    ...TIME,
    nullable: true,
    description: 'When the key started to sign, in milliseconds since 1970. `null`: it has not signed yet.',
  })
  activatedTs!: number | null;
  @IntegerField({
    ...TIME,
    nullable: true,
    description:
      'When the key stopped signing, in milliseconds since 1970. An evidence key may sign for another hour after it was replaced, so this time can be in the future.',
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
    description: `The keys. Those with the use \`signing\` come first. For each use, the newest key comes first, and at most ${MOST_LISTED} keys are listed.`,
  })
  keys!: KeyDto[];
}

export class RotateKeysDto {
  @EnumField(keyUses, USE) use!: KeyUse;
  @BooleanField({
    default: false,
    example: false,
    description:
      'Set this after a leak. All keys with the use `signing` are withdrawn at once. Every token that they signed becomes invalid, and new keys sign from now on. Keys with the use `evidence` are not withdrawn.',
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
  @IntegerField({ ...TIME, description: 'When the key starts to sign, in milliseconds since 1970.' })
  signsFromTs!: number;

  static of({ kid, use, algorithm, signsFrom }: NewKey): NewKeyDto {
    return { kid, use, algorithm, signsFromTs: signsFrom.getTime() };
  }
}

export class RotatedKeysDto {
  @ArrayField(() => NewKeyDto, { max: 2, description: 'The new keys, one for each algorithm.' }) keys!: NewKeyDto[];
}
