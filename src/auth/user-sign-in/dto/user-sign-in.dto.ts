import type { FactorRecovery } from '../../credentials/lost-factor/factor-recovery.entity.js';
import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayField,
  BooleanField,
  ChosenId,
  EnumField,
  IntegerField,
  ObjectField,
  text,
  TextField,
} from '../../../shared/fields/index.js';
import { type Factor, factorNames, type Level, levels } from '../../sessions/levels.js';
import type { ListedApplication } from '../../account/account-applications.service.js';
import type { ListedSession } from '../../account/account-sessions.service.js';
import type { Passkey } from '../../credentials/passkeys/passkey.entity.js';
import { LONGEST_PASSKEY_NAME } from '../../credentials/passkeys/passkey.store.js';
import type { ListedTries } from '../../credentials/tries/login-tries.service.js';
import type { HeldCredentials } from '../user-sign-in.service.js';

const TIMESTAMP = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };
const BROWSER = { max: 60, nullable: true, example: 'Firefox' } as const;

export class OwnerParams {
  @ChosenId({ example: 'jane.doe' }) userId!: string;
}

const SESSION = {
  max: 64,
  pattern: /^[\w-]{10,64}$/,
  called: 'the `id` of a session',
  example: 'DqFvZ8aMhZk2mV3rB1tYw',
} as const;
const PASSKEY = {
  max: 1_400,
  pattern: /^[\w-]{1,1400}$/,
  called: 'the `id` of a passkey',
  example: 'u1zK0Wq5Tn2kXf7c3mYb9A',
} as const;

export class LoginSessionParams extends OwnerParams {
  @TextField(SESSION) id!: string;
}

export class PasskeyParams extends OwnerParams {
  @TextField(PASSKEY) id!: string;
}

export class ApplicationParams extends OwnerParams {
  @ChosenId({ example: 'portal' }) clientId!: string;
}

export class ShownFactorDto {
  @EnumField(factorNames, {
    name: 'SignInFactor',
    example: 'totp',
    description:
      '`totp`: a code from an authenticator app. `rememberedBrowser`: the browser, which has counted as a second factor since the user used a second factor in it. `shownTs` is then the time of that use.',
  })
  factor!: Factor;
  @IntegerField({ ...TIMESTAMP, description: 'When the user last used the factor, in milliseconds since 1970.' })
  shownTs!: number;
}

export class LoginSessionDto {
  @TextField(SESSION) id!: string;
  @IntegerField({ ...TIMESTAMP, description: 'When the session began, in milliseconds since 1970.' }) sinceTs!: number;
  @TextField(BROWSER) browser!: string | null;
  @TextField({ ...BROWSER, example: 'Windows' }) system!: string | null;
  @TextField({
    max: 45,
    nullable: true,
    example: '203.0.113.x',
    description: 'The network from which the user signed in.',
  })
  network!: string | null;
  @TextField({ max: 2, nullable: true, example: 'DE' }) country!: string | null;
  @EnumField(levels, {
    name: 'SignInLevel',
    example: 2,
    description:
      'The current level of the session. `1`: one factor. `2`: two factors. `3`: two factors, one of which cannot be phished.',
  })
  level!: Level;
  @ArrayField(() => ShownFactorDto, { max: 6, description: 'The factors that the user has used in the session.' })
  factors!: ShownFactorDto[];

  static of({ uid, since, level, proven, origin }: ListedSession): LoginSessionDto {
    const { browser, system, network, country } = origin;
    return {
      id: uid,
      sinceTs: since.getTime(),
      browser: browser ?? null,
      system: system ?? null,
      network: network ?? null,
      country: country ?? null,
      level,
      factors: factorNames.flatMap((factor) => {
        const at = proven[factor];
        return at === undefined ? [] : [{ factor, shownTs: at * 1000 }];
      }),
    };
  }
}

export class LoginSessionsDto {
  @ApiProperty({ type: [LoginSessionDto], maxItems: 50, description: 'The login sessions, newest first, 50 at most.' })
  loginSessions!: LoginSessionDto[];
}

export class UserApplicationDto {
  @ChosenId({ example: 'portal' }) clientId!: string;
  @TextField({ max: 255, example: 'Customer portal' }) name!: string;
  @ArrayField(text({ max: 255 }), { max: 100, example: ['openid'] }) scopes!: string[];
  @IntegerField({ ...TIMESTAMP, description: 'When the user first allowed the access, in milliseconds since 1970.' })
  sinceTs!: number;
  @IntegerField(TIMESTAMP) lastUsedTs!: number;

  static of({ clientId, name, scopes, since, lastUsed }: ListedApplication): UserApplicationDto {
    return { clientId, name, scopes: [...scopes], sinceTs: since.getTime(), lastUsedTs: lastUsed.getTime() };
  }
}

export class UserApplicationsDto {
  @ApiProperty({ type: [UserApplicationDto], maxItems: 500 }) applications!: UserApplicationDto[];
}

export class UserPasswordDto {
  @IntegerField({ ...TIMESTAMP, description: 'When the password was set, in milliseconds since 1970.' }) setTs!: number;
}

export class UserPasskeyDto {
  @TextField(PASSKEY) id!: string;
  @TextField({ max: LONGEST_PASSKEY_NAME, example: 'Work laptop' }) name!: string;
  @IntegerField(TIMESTAMP) createdTs!: number;
  @IntegerField({ ...TIMESTAMP, nullable: true }) lastUsedTs!: number | null;
  @BooleanField({
    description: 'Whether the passkey is backed up by its provider, so that it survives the loss of the device.',
  })
  backedUp!: boolean;

  static of({ credentialId, name, createdAt, lastUsedAt, backedUp }: Passkey): UserPasskeyDto {
    const lastUsedTs = lastUsedAt?.getTime() ?? null;
    return { id: credentialId, name, createdTs: createdAt.getTime(), lastUsedTs, backedUp };
  }
}

export class UserTotpDto {
  @IntegerField({ ...TIMESTAMP, description: 'When the user set up the app, in milliseconds since 1970.' })
  createdTs!: number;
  @IntegerField({ ...TIMESTAMP, description: 'When a code was last accepted, in milliseconds since 1970.' })
  lastUsedTs!: number;
}

export class UserRecoveryCodesDto {
  @IntegerField({ ...TIMESTAMP, description: 'When the user made the codes, in milliseconds since 1970.' })
  createdTs!: number;
  @IntegerField({ min: 0, max: 10, example: 9, description: 'How many of the ten codes are still unused.' })
  left!: number;
}

export class UserFactorRecoveryDto {
  @IntegerField({ ...TIMESTAMP, description: 'When the replacement was started, in milliseconds since 1970.' })
  startedTs!: number;
  @IntegerField({
    ...TIMESTAMP,
    nullable: true,
    description:
      'When the new second factor can be set up, in milliseconds since 1970. `null`: the identity is still being checked.',
  })
  readyTs!: number | null;

  static of({ startedAt, readyAt }: FactorRecovery): UserFactorRecoveryDto {
    return { startedTs: startedAt.getTime(), readyTs: readyAt?.getTime() ?? null };
  }
}

export class LoginTriesDto {
  @EnumField(['known', 'others'], {
    name: 'LoginTriesBrowser',
    example: 'known',
    description:
      '`known`: wrong attempts in browsers in which the user has signed in before. The fifth wrong attempt blocks the user. `others`: wrong attempts in all other browsers.',
  })
  browser!: 'known' | 'others';
  @IntegerField({ min: 0, max: 1_000_000, example: 2, description: 'The number of wrong attempts.' }) count!: number;
  @IntegerField({
    ...TIMESTAMP,
    description: 'The time from which the next attempt is accepted, in milliseconds since 1970.',
  })
  openTs!: number;

  static of({ browser, tries, openAt }: ListedTries): LoginTriesDto {
    return { browser: browser === 'known' ? 'known' : 'others', count: tries, openTs: openAt.getTime() };
  }
}

export class UserCredentialsDto {
  @ObjectField(() => UserPasswordDto, {
    nullable: true,
    description: 'The password. `null`: the user has no password.',
  })
  password!: UserPasswordDto | null;
  @ApiProperty({ type: [UserPasskeyDto], description: 'The passkeys, oldest first.' }) passkeys!: UserPasskeyDto[];
  @ObjectField(() => UserTotpDto, {
    nullable: true,
    description: 'The authenticator app. `null`: the user has set up none.',
  })
  totp!: UserTotpDto | null;
  @ObjectField(() => UserRecoveryCodesDto, {
    nullable: true,
    description: 'The recovery codes. `null`: the user has made none.',
  })
  recoveryCodes!: UserRecoveryCodesDto | null;
  @ObjectField(() => UserFactorRecoveryDto, {
    nullable: true,
    description: 'The replacement of a lost second factor. `null`: no replacement is in progress.',
  })
  factorRecovery!: UserFactorRecoveryDto | null;
  @ApiProperty({ type: [LoginTriesDto], description: 'Wrong attempts that still count.' }) tries!: LoginTriesDto[];

  static of({
    passwordSetAt,
    passkeys,
    totp,
    recoveryCodes,
    factorRecovery,
    tries,
  }: HeldCredentials): UserCredentialsDto {
    return {
      password: passwordSetAt ? { setTs: passwordSetAt.getTime() } : null,
      passkeys: passkeys.map((passkey) => UserPasskeyDto.of(passkey)),
      totp: totp ? { createdTs: totp.createdAt.getTime(), lastUsedTs: totp.lastUsedAt.getTime() } : null,
      recoveryCodes: recoveryCodes ? { createdTs: recoveryCodes.createdAt.getTime(), left: recoveryCodes.left } : null,
      factorRecovery: factorRecovery ? UserFactorRecoveryDto.of(factorRecovery) : null,
      tries: tries.map((counted) => LoginTriesDto.of(counted)),
    };
  }
}
