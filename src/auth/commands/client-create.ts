import { CalledWrongly, defineCommand } from '../../shared/operations/command.js';
import { Enterprises } from '../../users/contract.js';
import { authMethods, type AuthMethod, type ClientProfile } from '../domain/client-profile.js';
import { enterpriseScopes, knownScopes, userScopes } from '../domain/scopes.js';
import { operatorOf, serverProfile } from '../services/administrators.service.js';
import { ClientsService } from '../services/clients.service.js';

export const clientCreate = defineCommand({
  name: 'client create',
  summary: 'Makes a client. Its secret is shown this once.',
  options: {
    name: { type: 'string', value: 'NAME', required: true, summary: 'What people read on the consent page.' },
    scopes: {
      type: 'string',
      value: 'SCOPES',
      summary: 'Separated by commas. Default: every scope of enterprise servers, or openid where users log in.',
    },
    'redirect-uris': {
      type: 'string',
      value: 'URIS',
      summary: 'Separated by commas. With it, users log in to the client; without, it is a server for itself.',
    },
    'auth-method': { type: 'string', value: 'METHOD', summary: `One of ${authMethods.join(', ')}.` },
    native: { type: 'boolean', summary: 'An app on a device rather than a web application.' },
    enterprise: { type: 'string', value: 'ID', summary: 'Whose it is. Default: default.' },
    test: { type: 'boolean', summary: 'For tests, on data of its own.' },
    administrator: { type: 'boolean', summary: 'May act in every enterprise, with every scope.' },
  },
  run: async ({ application, options, print }) => {
    const profile = profileOf(options);
    const app = await application();
    const enterpriseId = options.enterprise ?? 'default';
    if (!(await app.get(Enterprises).exists(enterpriseId)))
      throw new CalledWrongly(`There is no enterprise ${enterpriseId}.`);
    const { administrator, test } = options;
    const by = operatorOf(enterpriseId, test);
    const { client, secret } = await app.get(ClientsService).onboard(by, profile, { administrator });
    print(JSON.stringify({ client_id: client.clientId, ...(secret !== null && { client_secret: secret }) }, null, 2));
    return 0;
  },
});

interface Asked {
  readonly name: string;
  readonly scopes: string | undefined;
  readonly 'redirect-uris': string | undefined;
  readonly 'auth-method': string | undefined;
  readonly native: boolean;
  readonly administrator: boolean;
}

function profileOf(asked: Asked): ClientProfile {
  const redirectUris = listed(asked['redirect-uris']) ?? [];
  const usual = redirectUris.length > 0 ? ['openid'] : enterpriseScopes;
  const scopes = listed(asked.scopes) ?? (asked.administrator ? knownScopes : usual);
  const unknown = scopes.find((scope) => !knownScopes.includes(scope));
  if (unknown !== undefined) throw new CalledWrongly(`There is no scope ${unknown}.`);
  return {
    ...serverProfile(asked.name, scopes),
    ...(redirectUris.length > 0 && { redirectUris, grantTypes: grantTypesFor(scopes) }),
    applicationType: asked.native ? 'native' : 'web',
    authMethod: authMethodOf(asked),
  };
}

function grantTypesFor(scopes: readonly string[]): ClientProfile['grantTypes'] {
  const forItself = scopes.some((scope) => !userScopes.includes(scope));
  return ['authorization_code', 'refresh_token', ...(forItself ? (['client_credentials'] as const) : [])];
}

function authMethodOf({ 'auth-method': named, native }: Asked): AuthMethod {
  const known = authMethods.find((method) => method === named);
  if (named !== undefined && !known) throw new CalledWrongly(`--auth-method is one of ${authMethods.join(', ')}.`);
  return known ?? (native ? 'none' : 'client_secret_basic');
}

const listed = (text: string | undefined): string[] | undefined => text?.split(/[\s,]+/).filter(Boolean);
