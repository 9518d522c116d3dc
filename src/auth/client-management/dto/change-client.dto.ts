import { ArrayField, BooleanField, IntegerField, oneOf, TextField } from '../../../shared/fields/index.js';
import { demandScopes } from '../client-management-rules.js';
import { grantTypes, type GrantType, type ClientProfile } from '../../client/client-profile.js';
import { profileDefaults } from '../../client/security-profile.js';
import { knownScopes } from '../../tokens/token-plan.js';
import type { ClientChanges } from '../clients.service.js';
import { BackchannelDto } from './backchannel.dto.js';
import { ClientSettingsDto } from './client-settings.dto.js';
import { toKycSettings } from './kyc.dto.js';

/** A change to a client. Omitted fields stay unchanged; `null` removes a value. */
export class ChangeClientDto extends ClientSettingsDto {
  @TextField({ max: 255, optional: true }) clientName?: string;
  @ArrayField(oneOf(grantTypes, 'GrantType'), { min: 1, max: grantTypes.length, unique: true, optional: true })
  grantTypes?: GrantType[];
  @ArrayField(oneOf(knownScopes, 'Scope'), { max: knownScopes.length, unique: true, optional: true })
  scopes?: string[];

  static toChanges({ kyc, backchannel, ...changes }: ChangeClientDto): ClientChanges {
    return {
      ...profileDefaults(changes.securityProfile),
      ...changes,
      ...(backchannel !== undefined && { backchannel: backchannel && BackchannelDto.toSettings(backchannel) }),
      ...(kyc !== undefined && { kyc: kyc && toKycSettings(kyc) }),
    };
  }
}

export class CreateClientDto extends ClientSettingsDto {
  @TextField({
    max: 255,
    example: 'Online banking',
    description: 'The name of the client. Users see it on the consent page.',
  })
  clientName!: string;
  @ArrayField(oneOf(grantTypes, 'GrantType'), { min: 1, max: grantTypes.length, unique: true })
  grantTypes!: GrantType[];
  @ArrayField(oneOf(knownScopes, 'Scope'), {
    max: knownScopes.length,
    unique: true,
    description:
      'All scopes of this service that the client may request. The list can be empty only if `apiScopes` is not.',
  })
  scopes!: string[];

  @BooleanField({
    optional: true,
    description:
      'Whether this is a test client. A test client sees and changes test data only. Default: the same as the client that creates it. This cannot be changed later.',
  })
  test?: boolean;

  static toProfile(given: CreateClientDto): ClientProfile {
    const dto = Object.assign(new CreateClientDto(), profileDefaults(given.securityProfile), given);
    demandScopes({ scopes: dto.scopes, apiScopes: dto.apiScopes ?? [] });
    return {
      clientName: dto.clientName,
      redirectUris: dto.redirectUris ?? [],
      postLogoutRedirectUris: dto.postLogoutRedirectUris ?? [],
      grantTypes: dto.grantTypes,
      scopes: dto.scopes,
      apiScopes: dto.apiScopes ?? [],
      authMethod: dto.authMethod ?? 'client_secret_basic',
      jwks: dto.jwks ?? null,
      jwksUri: dto.jwksUri ?? null,
      applicationType: dto.applicationType ?? 'web',
      firstParty: dto.firstParty ?? false,
      consentEachTime: dto.consentEachTime ?? false,
      accessTokenTtl: dto.accessTokenTtl ?? null,
      refreshTokenTtl: dto.refreshTokenTtl ?? null,
      errorUrl: dto.errorUrl ?? null,
      logoUri: dto.logoUri ?? null,
      allowedOrigins: dto.allowedOrigins ?? [],
      allowedCallers: dto.allowedCallers ?? [],
      backchannelLogoutUri: dto.backchannelLogoutUri ?? null,
      idTokenSignedResponseAlg: dto.idTokenSignedResponseAlg ?? 'RS256',
      userinfoSignedResponseAlg: dto.userinfoSignedResponseAlg ?? null,
      dpopBoundAccessTokens: dto.dpopBoundAccessTokens ?? false,
      requirePushedAuthorizationRequests: dto.requirePushedAuthorizationRequests ?? false,
      requirePkce: dto.requirePkce ?? false,
      securityProfile: dto.securityProfile ?? null,
      jwtAccessTokens: dto.jwtAccessTokens ?? false,
      accessTokenAudience: dto.accessTokenAudience ?? null,
      idv: dto.idv ?? null,
      leastLevel: dto.leastLevel ?? null,
      defaultAcrValues: dto.defaultAcrValues ?? [],
      authorizationDetailsTypes: dto.authorizationDetailsTypes ?? [],
      backchannel: dto.backchannel ? BackchannelDto.toSettings(dto.backchannel) : null,
    };
  }
}

export class RotateClientSecretDto {
  @IntegerField({
    min: 0,
    max: 2_592_000,
    default: 0,
    example: 86_400,
    description: 'How long the previous secrets stay valid, in seconds.',
  })
  overlapSeconds?: number;
}

export class NewClientSecretDto {
  @TextField({ max: 36 }) clientId!: string;
  @TextField({
    max: 43,
    description: 'The client secret. It is shown only in this response: the service stores only its hash.',
  })
  clientSecret!: string;
}
