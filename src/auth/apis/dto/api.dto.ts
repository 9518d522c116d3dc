import {
  ArrayField,
  BooleanField,
  EnumField,
  IntegerField,
  JsonField,
  listOf,
  MapField,
  text,
  TextField,
  UuidField,
} from '../../../shared/fields/index.js';
import { signingAlgorithms, type SigningAlgorithm } from '../../keys/signing-key-state.js';
import { LONGEST_ACCESS_TOKEN_SECONDS } from '../../tokens/revoked-tokens.js';
import type { ApiProfile, OwnApi } from '../own-api.entity.js';
import {
  type AccessTokenFormat,
  accessTokenFormats,
  LONGEST_DESCRIPTION,
  SCOPE_NAME,
  type ScopeAudience,
  scopeAudiences,
} from '../api-rules.js';
import { MOST_CLAIMS, sourceNames } from '../mapped-claims.js';
import { mappingOf } from './claims-of-api.js';

const MOST_SCOPES = 50;

const NAME = {
  max: 255,
  visible: true,
  example: 'Orders',
  description: 'The name of the API, for operators.',
} as const;
const RESOURCE = {
  max: 500,
  pattern: /^[!-~]+$/,
  called: 'an absolute URI',
  example: 'https://orders.bank.example',
  description:
    'The address of the API. It is the `aud` of the tokens for this API, and the `resource` that clients name (RFC 8707). It is compared character by character. It must be unique in this service and cannot be changed later. A live API and a test API need different addresses.',
} as const;
const SCOPES = {
  min: 1,
  max: MOST_SCOPES,
  example: [
    { name: 'orders.read', audience: 'user', description: { en: 'See your orders', de: 'Bestellungen sehen' } },
  ],
  description: 'The scopes of the API. Each name is unique among your APIs.',
};
const address = () => text({ max: 500, pattern: /^[!-~]+$/, called: 'an absolute URI', example: RESOURCE.example });

const TTL = {
  min: 60,
  max: LONGEST_ACCESS_TOKEN_SECONDS,
  nullable: true,
  example: 600,
  description:
    'The lifetime of the access tokens for this API, in seconds. `null`: the lifetime that is set for the client applies.',
} as const;
const FORMAT = {
  name: 'AccessTokenFormat',
  description:
    '`jwt`: the API verifies the token itself (RFC 9068). `opaque`: the API verifies the token by introspection, so a revocation takes effect at once.',
} as const;
const CLAIMS = {
  maxBytes: 16_384,
  example: { groups: 'groups', roles: { from: 'groups', map: { vip: 'gold' } } },
  description: `The claims about the user in the tokens of this API: at most ${MOST_CLAIMS}. Each key is the name of a claim. Each value is a source, or a source with a \`map\` that translates its values. Values that the map does not contain are omitted. Sources: \`attributes.\` followed by the name of an attribute, ${sourceNames.join(', ')}. Reserved names such as \`sub\` and \`scope\` are refused.`,
};
const INTROSPECTION = {
  max: 64,
  pattern: /^[!-~]+$/,
  called: 'the id of a client',
  nullable: true,
  example: '0198c0de-0000-7000-8000-000000000001',
  description:
    'The `clientId` that the API itself uses to introspect tokens (RFC 7662) and to exchange them. This client can introspect only tokens for this API. `null`: there is no such client.',
} as const;

const EXCHANGE = {
  max: 20,
  unique: true,
  example: [],
  description:
    'The `resource` of each of your APIs whose tokens may be exchanged for tokens of this API (RFC 8693). The client in `introspectionClientId` of the other API requests the exchange.',
} as const;

export class ApiScopeDto {
  @TextField({
    max: 64,
    pattern: SCOPE_NAME,
    called: 'letters, digits, "_", ".", ":", "/" and "-"',
    example: 'orders.read',
    description: 'The name of the scope, as clients request it.',
  })
  name!: string;
  @EnumField(scopeAudiences, {
    name: 'ApiScopeAudience',
    example: 'user',
    description:
      '`user`: a user grants the scope to a client by signing in. `service`: a client obtains the scope for itself, with the grant type `client_credentials`.',
  })
  audience!: ScopeAudience;
  @MapField(text({ max: LONGEST_DESCRIPTION, visible: true, example: 'See your orders' }), {
    max: 20,
    example: { en: 'See your orders', de: 'Bestellungen sehen' },
    description:
      'What the scope allows, with one text for each language. The consent page shows the text. English (`en`) is required.',
  })
  description!: Record<string, string>;
}

/** A change to an API. Omitted fields stay unchanged; `null` removes a value. */
export class ChangeApiDto {
  @TextField({ ...NAME, optional: true }) name?: string;
  @ArrayField(() => ApiScopeDto, { ...SCOPES, optional: true }) scopes?: ApiScopeDto[];
  @EnumField(accessTokenFormats, { ...FORMAT, optional: true }) accessTokenFormat?: AccessTokenFormat;
  @IntegerField({ ...TTL, optional: true }) accessTokenTtl?: number | null;
  @EnumField(signingAlgorithms, { name: 'IdTokenAlgorithm', optional: true }) signingAlg?: SigningAlgorithm;
  @JsonField({ ...CLAIMS, optional: true }) claims?: Record<string, unknown>;
  @TextField({ ...INTROSPECTION, optional: true }) introspectionClientId?: string | null;
  @ArrayField(address(), { ...EXCHANGE, optional: true }) exchangeFrom?: string[];

  static toChanges({ scopes, claims, ...changes }: ChangeApiDto): Partial<ApiProfile> {
    return { ...changes, ...(scopes && { scopes: plain(scopes) }), ...(claims && { claims: mappingOf(claims) }) };
  }
}

export class CreateApiDto {
  @TextField(NAME) name!: string;
  @TextField(RESOURCE) resource!: string;
  @ArrayField(() => ApiScopeDto, SCOPES) scopes!: ApiScopeDto[];
  @EnumField(accessTokenFormats, { ...FORMAT, default: 'jwt' }) accessTokenFormat?: AccessTokenFormat;
  @IntegerField({ ...TTL, optional: true }) accessTokenTtl?: number | null;
  @EnumField(signingAlgorithms, {
    name: 'IdTokenAlgorithm',
    default: 'ES256',
    description: 'The algorithm that signs the tokens of this API.',
  })
  signingAlg?: SigningAlgorithm;
  @JsonField({ ...CLAIMS, optional: true }) claims?: Record<string, unknown>;
  @TextField({ ...INTROSPECTION, optional: true }) introspectionClientId?: string | null;
  @ArrayField(address(), { ...EXCHANGE, optional: true }) exchangeFrom?: string[];

  static toProfile(dto: CreateApiDto): ApiProfile {
    return {
      name: dto.name,
      scopes: plain(dto.scopes),
      accessTokenFormat: dto.accessTokenFormat ?? 'jwt',
      accessTokenTtl: dto.accessTokenTtl ?? null,
      signingAlg: dto.signingAlg ?? 'ES256',
      claims: mappingOf(dto.claims ?? {}),
      introspectionClientId: dto.introspectionClientId ?? null,
      exchangeFrom: dto.exchangeFrom ?? [],
    };
  }
}

export const newApiExamples = {
  users: {
    summary: 'An API that acts for users',
    value: {
      name: 'Orders',
      resource: 'https://orders.bank.example',
      scopes: [
        { name: 'orders.read', audience: 'user', description: { en: 'See your orders', de: 'Bestellungen sehen' } },
        { name: 'orders.sync', audience: 'service', description: { en: 'Read all orders' } },
      ],
      claims: { groups: 'groups', roles: { from: 'groups', map: { vip: 'gold' } } },
    } satisfies CreateApiDto,
  },
};

export const apiChangeExamples = {
  claims: {
    summary: 'Opaque tokens, valid for five minutes, with the groups of the user',
    value: { accessTokenFormat: 'opaque', accessTokenTtl: 300, claims: { groups: 'groups' } } satisfies ChangeApiDto,
  },
};

export class ApiParams {
  @UuidField() id!: string;
}

export class ApiDto {
  @UuidField({ description: 'The id of the API.' }) id!: string;
  @TextField(NAME) name!: string;
  @TextField(RESOURCE) resource!: string;
  @BooleanField({
    example: false,
    description:
      'Whether the API accepts only tokens of test clients. Otherwise it accepts only tokens of live clients.',
  })
  test!: boolean;
  @ArrayField(() => ApiScopeDto, SCOPES) scopes!: ApiScopeDto[];
  @EnumField(accessTokenFormats, { ...FORMAT, example: 'jwt' }) accessTokenFormat!: AccessTokenFormat;
  @IntegerField(TTL) accessTokenTtl!: number | null;
  @EnumField(signingAlgorithms, { name: 'IdTokenAlgorithm', example: 'ES256' }) signingAlg!: SigningAlgorithm;
  @JsonField(CLAIMS) claims!: Record<string, unknown>;
  @TextField(INTROSPECTION) introspectionClientId!: string | null;
  @ArrayField(address(), EXCHANGE) exchangeFrom!: string[];
  @IntegerField({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 1_767_225_600_000,
    description: 'When the API was registered, in milliseconds since 1970.',
  })
  createdTs!: number;

  static of(api: OwnApi): ApiDto {
    const { id, name, resource, test, scopes, accessTokenFormat, accessTokenTtl, signingAlg, claims } = api;
    return {
      ...{ id, name, resource, test, scopes: plain(scopes), accessTokenFormat, accessTokenTtl, signingAlg },
      claims: Object.fromEntries(
        Object.entries(claims).map(([claim, { from, map }]) => [claim, map === undefined ? from : { from, map }]),
      ),
      introspectionClientId: api.introspectionClientId,
      exchangeFrom: [...api.exchangeFrom],
      createdTs: api.createdAt.getTime(),
    };
  }
}

export class ApiListDto extends listOf('apis', () => ApiDto) {}

const plain = (scopes: readonly ApiScopeDto[] | OwnApi['scopes']) =>
  scopes.map(({ name, audience, description }) => ({ name, audience, description: { ...description } }));
