import { readFileSync } from 'node:fs';
import { RequestValidationPipe } from '../../../shared/fields/index.js';
import { DomainError, KernelErrors } from '../../../shared/kernel/index.js';
import { UsageError, defineCommand } from '../../../shared/observability/index.js';
import { Enterprises } from '../../../users/contract/index.js';
import { CreateClientDto } from '../dto/change-client.dto.js';
import { kycFaults, toKycSettings } from '../dto/kyc.dto.js';
import { authMethods, grantTypes, type GrantType } from '../../client/client-profile.js';
import { securityProfiles } from '../../client/security-profile.js';
import { enterpriseScopes, knownScopes, userScopes } from '../../tokens/token-plan.js';
import { signingAlgorithms } from '../../keys/signing-key-state.js';
import { commandLineManager } from '../administrators.service.js';
import { ClientsService } from '../clients.service.js';

const text = (value: string, summary: string) => ({ type: 'string', value, summary }) as const;
const list = (value: string, summary: string) => text(value, `${summary} Separated by commas.`);
const flag = (summary: string) => ({ type: 'boolean', summary }) as const;

/** Options that take a list. Each sets the field of `POST /v1/clients` with the same name. */
const LISTS = {
  scopes: list('SCOPES', 'Default: every scope of enterprise servers, or openid where users log in.'),
  'api-scopes': list('SCOPES', "Scopes of the enterprise's own APIs."),
  'redirect-uris': list('URIS', 'With it, users log in to the client; without, it is a server for itself.'),
  'post-logout-redirect-uris': list('URIS', 'The addresses to which users may be redirected after logout.'),
  'grant-types': list('TYPES', `Of ${grantTypes.join(', ')}. Default: those that fit the rest.`),
  'allowed-origins': list('ORIGINS', 'Browser origins that may call the token and userinfo endpoints.'),
  'default-acr-values': list('WORDS', 'The acr_values of requests that name none.'),
  'authorization-details-types': list('TYPES', 'The types of authorization_details that it may send.'),
  'allowed-callers': list('ADDRESSES', 'Addresses and subnets that may use its tokens. Default: any.'),
} as const;
const TEXTS = {
  'auth-method': text('METHOD', `One of ${authMethods.join(', ')}.`),
  'error-url': text(
    'URL',
    'The address to which the error pages of this service link, so that users can return to the client.',
  ),
  'logo-uri': text('URL', "The address of the client's logo. The consent page shows it."),
  'backchannel-logout-uri': text('URL', 'Told when a session ends.'),
  'security-profile': text('PROFILE', `One of ${securityProfiles.join(', ')}. Default: none.`),
  'access-token-audience': text('CLIENT', 'The client that such JWTs are for. Default: itself.'),
  'jwks-uri': text('URL', 'Where the client publishes its public keys, instead of --jwks.'),
  'userinfo-signed-response-alg': text('ALGORITHM', 'Userinfo answers with a JWT. Default: plain JSON.'),
  'id-token-signed-response-alg': text('ALGORITHM', `One of ${signingAlgorithms.join(', ')}.`),
} as const;
const NUMBERS = {
  'access-token-ttl': text('SECONDS', 'Default: 300 for users, 3600 for the client itself.'),
  'refresh-token-ttl': text('SECONDS', 'Default: 14 days.'),
  'least-level': text('LEVEL', 'The lowest level of a sign-in: 1, 2 or 3. Default: no demand.'),
} as const;
const FLAGS = {
  'first-party': flag('Whether the client is your own application. Users are not asked for consent to it.'),
  'consent-each-time': flag('Users agree to each request, also those of your own application.'),
  'dpop-bound-access-tokens': flag('Whether the client can obtain only tokens that are bound to a DPoP key.'),
  'require-pushed-authorization-requests': flag('Logins only by pushed authorization requests.'),
  'require-pkce': flag('Logins only with PKCE.'),
  'jwt-access-tokens': flag('Access tokens that only identify the user are JWTs.'),
} as const;
const FILES = {
  jwks: text('FILE', 'Public keys as JSON, { "keys": [] }, with private_key_jwt.'),
  kyc: text('FILE', 'The KYC endpoint as JSON, as `POST /v1/clients` takes it.'),
  backchannel: text('FILE', 'How it asks for approvals on the phone, as JSON, as `POST /v1/clients` takes it.'),
  idv: text('FILE', 'The settings of identity verification as JSON, as `POST /v1/clients` takes them.'),
} as const;

export const clientCreate = defineCommand({
  name: 'client create',
  summary: 'Makes a client, and shows its secret once.',
  options: {
    name: { type: 'string', value: 'NAME', required: true, summary: 'What people read on the consent page.' },
    ...LISTS,
    ...TEXTS,
    ...NUMBERS,
    ...FLAGS,
    ...FILES,
    native: flag('An app on a device rather than a web application.'),
    enterprise: text('ID', 'The enterprise that owns it. Default: default.'),
    test: flag('For test data only.'),
    administrator: flag('May act in every enterprise, with every scope.'),
  },
  run: async ({ application, options, print }) => {
    const { administrator, test, enterprise: enterpriseId = 'default' } = options;
    const dto = read(options);
    const app = await application();
    if (!(await app.get(Enterprises).exists(enterpriseId)))
      throw new UsageError(`There is no enterprise ${enterpriseId}.`);
    const profile = { ...CreateClientDto.toProfile(dto), kyc: dto.kyc ? toKycSettings(dto.kyc) : null };
    const by = commandLineManager(enterpriseId, test);
    const { client, secret } = await app.get(ClientsService).onboard(by, profile, { administrator });
    print(JSON.stringify({ clientId: client.clientId, ...(secret !== null && { clientSecret: secret }) }, null, 2));
    return 0;
  },
});

type Options = Readonly<Record<string, string | boolean | undefined>>;

/** Converts the options to the body of `POST /v1/clients`, and validates it by the same rules. */
function read(options: Options): CreateClientDto {
  try {
    const dto = new RequestValidationPipe().transform(bodyOf(options), { type: 'body', metatype: CreateClientDto });
    if (!(dto instanceof CreateClientDto)) throw new UsageError('The options make no client.');
    const faults = dto.kyc ? kycFaults(dto.kyc) : [];
    if (faults.length > 0) throw KernelErrors.invalidArguments(undefined, { errors: faults });
    return dto;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const faults = error.extra.errors?.map(({ pointer, detail }) => `${optionAt(pointer)}: ${detail}`) ?? [];
    throw new UsageError([error.message, ...faults].join('\n  '));
  }
}

function bodyOf(options: Options): object {
  const redirectUris = listed(options['redirect-uris']);
  const native = options['native'] === true;
  const usual = options['administrator'] === true ? knownScopes : redirectUris ? ['openid'] : enterpriseScopes;
  const scopes = listed(options['scopes']) ?? usual;
  return withoutAbsent({
    ...fields(LISTS, options, listed),
    ...fields(TEXTS, options, (value) => value),
    ...fields(NUMBERS, options, (value) => (value === undefined ? undefined : Number(value))),
    ...fields(FLAGS, options, (value) => (value === true ? true : undefined)),
    ...fields(FILES, options, jsonIn),
    clientName: options['name'],
    scopes,
    grantTypes: listed(options['grant-types']) ?? (redirectUris ? grantTypesFor(scopes) : ['client_credentials']),
    applicationType: native ? 'native' : 'web',
    authMethod: options['auth-method'] ?? (native ? 'none' : 'client_secret_basic'),
  });
}

const fields = (declared: object, options: Options, valueOf: (given: Options[string], option: string) => unknown) =>
  Object.fromEntries(Object.keys(declared).map((option) => [fieldOf(option), valueOf(options[option], option)]));

/** The name of the field that an option sets: `redirect-uris` sets `redirectUris`. */
const fieldOf = (option: string): string => option.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

const optionAt = (pointer: string): string => {
  const [, field = '', ...rest] = pointer.split('/');
  const option = field === 'clientName' ? 'name' : field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [`--${option}`, ...rest].join('/');
};

const withoutAbsent = (body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

function grantTypesFor(scopes: readonly string[]): GrantType[] {
  const forItself = scopes.some((scope) => !userScopes.includes(scope));
  return ['authorization_code', 'refresh_token', ...(forItself ? (['client_credentials'] as const) : [])];
}

const listed = (given: Options[string]): string[] | undefined =>
  typeof given === 'string' ? given.split(/[\s,]+/).filter(Boolean) : undefined;

function jsonIn(file: Options[string], option: string): unknown {
  if (typeof file !== 'string') return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(`--${option} names ${file}, which is no file with JSON.`);
  }
}
