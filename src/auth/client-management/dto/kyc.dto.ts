import {
  EnumField,
  HttpsUrlField,
  IntegerField,
  MapField,
  ObjectField,
  text,
  TextField,
} from '../../../shared/fields/index.js';
import type { FieldError } from '../../../shared/kernel/index.js';
import type { KycAuth, KycSettings } from '../../client/client-profile.js';

const CREDENTIAL = { max: 2_048, optional: true } as const;

export class KycAuthDto {
  @EnumField(['none', 'basic', 'bearer'], { description: 'How the service authenticates at your endpoint.' })
  type!: KycAuth['type'];
  @TextField({ ...CREDENTIAL, description: 'The user name. Required with the type `basic`.' }) username?: string;
  @TextField({ ...CREDENTIAL, description: 'The password. Required with the type `basic`. It is never shown again.' })
  password?: string;
  @TextField({
    ...CREDENTIAL,
    description: 'The bearer token. Required with the type `bearer`. It is never shown again.',
  })
  token?: string;
}

export class KycDto {
  @HttpsUrlField({ description: 'The address of your KYC endpoint. The service calls it for each verified person.' })
  url!: string;
  @MapField(text({ max: 2_048 }), {
    max: 20,
    optional: true,
    description: 'Additional headers that the service sends to your endpoint. Their values are never shown again.',
  })
  headers?: Record<string, string>;
  @ObjectField(() => KycAuthDto, { optional: true }) auth?: KycAuthDto;
  @IntegerField({
    min: 1_000,
    max: 30_000,
    default: 10_000,
    description: 'How long the service waits for your response, in milliseconds.',
  })
  timeoutMs?: number;
}

/** The KYC settings as the API returns them, without the credentials for the enterprise's endpoint. */
export class ShownKycDto {
  @HttpsUrlField() url!: string;
  @MapField(text({ max: 2_048, min: 0 }), {
    max: 20,
    description: 'The names of the additional headers. Their values are never shown.',
  })
  headers!: Record<string, string>;
  @ObjectField(() => KycAuthDto) auth!: KycAuthDto;
  @IntegerField({ min: 1_000, max: 30_000 }) timeoutMs!: number;

  static of({ url, headers, auth, timeoutMs }: KycSettings): ShownKycDto {
    return {
      url,
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, ''])),
      auth: shownAuth(auth),
      timeoutMs,
    };
  }
}

const shownAuth = (auth: KycAuth): KycAuthDto =>
  auth.type === 'basic' ? { type: 'basic', username: auth.username } : { type: auth.type };

const NEEDS: Readonly<Record<KycAuth['type'], readonly (keyof KycAuthDto)[]>> = {
  none: [],
  basic: ['username', 'password'],
  bearer: ['token'],
};

const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,128}$/;
/** Headers that cannot be configured, because the service sets them itself. */
const OURS = /^(?:host|authorization|content-length|content-type|transfer-encoding|connection)$/i;

/** Finds headers that cannot be set, and credentials that are missing or do not fit the authentication type. */
export function kycFaults({ headers = {}, auth = { type: 'none' } }: KycDto): FieldError[] {
  const bad = Object.keys(headers).filter((name) => !HEADER_NAME.test(name) || OURS.test(name));
  const needed = NEEDS[auth.type];
  const given = (['username', 'password', 'token'] as const).filter((name) => auth[name] !== undefined);
  return [
    ...bad.map((name) => ({ pointer: `/kyc/headers/${name}`, detail: 'This header cannot be set.' })),
    ...needed
      .filter((name) => auth[name] === undefined)
      .map((name) => ({ pointer: `/kyc/auth/${name}`, detail: `Required with the type ${auth.type}.` })),
    ...given
      .filter((name) => !needed.includes(name))
      .map((name) => ({ pointer: `/kyc/auth/${name}`, detail: `Not allowed with the type ${auth.type}.` })),
  ];
}

export function toKycSettings({ url, headers = {}, auth, timeoutMs = 10_000 }: KycDto): KycSettings {
  return { url, headers, auth: toAuth(auth), timeoutMs };
}

function toAuth({ type, username = '', password = '', token = '' }: KycAuthDto = { type: 'none' }): KycAuth {
  if (type === 'basic') return { type, username, password };
  return type === 'bearer' ? { type, token } : { type };
}
