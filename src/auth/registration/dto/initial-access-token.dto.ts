import {
  array,
  ArrayField,
  Field,
  IntegerField,
  type Kind,
  listOf,
  oneOf,
  scalar,
  TextField,
  UuidField,
} from '../../../shared/fields/index.js';
import { type GrantType, grantTypes } from '../../client/client-profile.js';
import { API_SCOPES, apiScope, URIS } from '../../client-management/dto/client.kinds.js';
import { knownScopes } from '../../tokens/token-plan.js';
import type { InitialAccessToken, NewInitialAccessToken } from '../initial-access-token.entity.js';
import { isRedirectOrigin, registrableGrants, registrableScopes } from '../registration-policy.js';

const DAY = 86_400;
const MOST_USES = 1_000;

const redirectOrigin = (): Kind =>
  scalar({ type: 'string', maxLength: 500, example: 'https://partner.example.com' }, (value) =>
    typeof value === 'string' && value.length <= 500 && isRedirectOrigin(value)
      ? undefined
      : 'Must be an https origin such as https://partner.example.com, http://127.0.0.1, or a scheme such as com.example.app:',
  );

const NAME = {
  max: 255,
  visible: true,
  example: 'Partners, spring 2026',
  description: 'The purpose of the token. Operators see this text.',
} as const;
const USES = {
  min: 1,
  max: MOST_USES,
  example: 1,
  description: 'How many clients can be registered with the token.',
} as const;
const GRANTS = 'The grant types that a client may register. Each client requests those that it needs.';
const SCOPES = 'The scopes that a client may register. A client that requests none gets all of them.';
const API = 'The scopes of your own APIs that a client may register.';
const ORIGINS = {
  ...URIS,
  example: ['https://partner.example.com'],
  description:
    'The origins to which a client may have users redirected: https origins, `http://127.0.0.1` (any port), or the schemes of apps. If the list is empty, any address that is allowed for this kind of client can be used.',
};
const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 } as const;

export class CreateInitialAccessTokenDto {
  @TextField(NAME) name!: string;
  @IntegerField({ ...USES, default: 1 }) uses?: number;
  @IntegerField({
    min: 60,
    max: 365 * DAY,
    default: DAY,
    example: 7 * DAY,
    description: 'How long the token can be used, in seconds.',
  })
  expiresIn?: number;
  @ArrayField(oneOf(registrableGrants, 'RegistrableGrant'), {
    min: 1,
    max: registrableGrants.length,
    unique: true,
    optional: true,
    example: ['authorization_code', 'refresh_token'],
    description: `${GRANTS} Default: \`authorization_code\` and \`refresh_token\`.`,
  })
  grantTypes?: GrantType[];
  @ArrayField(oneOf(registrableScopes, 'RegistrableScope'), {
    max: registrableScopes.length,
    unique: true,
    example: ['openid', 'profile'],
    description: `${SCOPES} The list can be empty only if \`apiScopes\` is not.`,
  })
  scopes!: string[];
  @ArrayField(apiScope(), { ...API_SCOPES, optional: true, example: ['orders.read'], description: API })
  apiScopes?: string[];
  @ArrayField(redirectOrigin(), { ...ORIGINS, optional: true }) redirectOrigins?: string[];

  static toWanted(dto: CreateInitialAccessTokenDto): NewInitialAccessToken {
    return {
      name: dto.name,
      uses: dto.uses ?? 1,
      seconds: dto.expiresIn ?? DAY,
      policy: {
        grantTypes: dto.grantTypes ?? ['authorization_code', 'refresh_token'],
        scopes: dto.scopes,
        apiScopes: dto.apiScopes ?? [],
        redirectOrigins: dto.redirectOrigins ?? [],
      },
    };
  }
}

export const newTokenExamples = {
  partner: {
    summary: 'One web application of a partner',
    value: {
      name: 'Partners, spring 2026',
      uses: 1,
      expiresIn: 7 * DAY,
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile'],
      redirectOrigins: ['https://partner.example.com'],
    } satisfies CreateInitialAccessTokenDto,
  },
};

export class InitialAccessTokenParams {
  @UuidField() id!: string;
}

export class InitialAccessTokenDto {
  @UuidField({ description: 'The id of the token. It is not the token itself.' }) id!: string;
  @TextField(NAME) name!: string;
  @IntegerField(USES) uses!: number;
  @IntegerField({ min: 0, max: MOST_USES, example: 0, description: 'How many clients were registered with the token.' })
  used!: number;
  @Field(array(oneOf(grantTypes, 'GrantType'), { max: grantTypes.length }), { description: GRANTS })
  grantTypes!: GrantType[];
  @Field(array(oneOf(knownScopes, 'Scope'), { max: knownScopes.length }), { description: SCOPES })
  scopes!: string[];
  @Field(array(apiScope(), API_SCOPES), { description: API }) apiScopes!: string[];
  @ArrayField(redirectOrigin(), ORIGINS) redirectOrigins!: string[];
  @IntegerField({ ...TIME, description: 'When the token expires, in milliseconds since 1970.' })
  expiresTs!: number;
  @IntegerField({ ...TIME, description: 'When the token was created, in milliseconds since 1970.' }) createdTs!: number;
  @TextField({
    max: 255,
    example: 'operator:0198c0de-0000-7000-8000-000000000002',
    description: 'Who created the token: the `clientId` of a client, or `operator:` and the id of an operator.',
  })
  createdBy!: string;

  static of(row: InitialAccessToken): InitialAccessTokenDto {
    const { id, name, uses, used, policy, createdBy } = row;
    return {
      ...{ id, name, uses, used },
      grantTypes: [...policy.grantTypes],
      scopes: [...policy.scopes],
      apiScopes: [...policy.apiScopes],
      redirectOrigins: [...policy.redirectOrigins],
      expiresTs: row.expiresAt.getTime(),
      createdTs: row.createdAt.getTime(),
      createdBy,
    };
  }
}

export class NewInitialAccessTokenDto extends InitialAccessTokenDto {
  @TextField({
    max: 43,
    example: 'K0mQ2uYVZ6yVQ8vRj9N1b3Xw5dT7pL4sA2hG6fC8eU0',
    description: 'The token. It is shown only in this response: the service stores only its hash.',
  })
  token!: string;

  static ofNew(row: InitialAccessToken, token: string): NewInitialAccessTokenDto {
    return Object.assign(InitialAccessTokenDto.of(row), { token });
  }
}

export class InitialAccessTokenListDto extends listOf('initialAccessTokens', () => InitialAccessTokenDto) {}
