import type { ChangeClientDto, CreateClientDto } from './change-client.dto.js';

/** Examples of the most common kinds of clients, for the API document. */
export const newClientExamples = {
  server: {
    summary: 'A server that calls this API',
    value: {
      clientName: 'Portal server',
      grantTypes: ['client_credentials'],
      scopes: ['users:read', 'users:write', 'idv:read', 'idv:write', 'notifications:read', 'notifications:write'],
    } satisfies CreateClientDto,
  },
  webApplication: {
    summary: 'A web application that users sign in to',
    value: {
      clientName: 'Online banking',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      firstParty: true,
      redirectUris: ['https://bank.example/callback'],
      postLogoutRedirectUris: ['https://bank.example/'],
    } satisfies CreateClientDto,
  },
  approvals: {
    summary: 'A server that asks people to approve payments on their phone',
    value: {
      clientName: 'Payment assistant',
      grantTypes: ['urn:openid:params:grant-type:ciba'],
      scopes: ['openid'],
      firstParty: true,
      authorizationDetailsTypes: ['payment_initiation'],
      backchannel: { delivery: 'ping', notificationUrl: 'https://bank.example/approvals' },
    } satisfies CreateClientDto,
  },
  app: {
    summary: 'A mobile app, for tests',
    value: {
      clientName: 'Bank app',
      test: true,
      applicationType: 'native',
      authMethod: 'none',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'notifications', 'offline_access'],
      firstParty: true,
      redirectUris: ['com.example.bank:/callback'],
    } satisfies CreateClientDto,
  },
};

export const clientChangeExamples = {
  name: { summary: 'A new name', value: { clientName: 'Portal' } satisfies ChangeClientDto },
  callers: {
    summary: 'Tokens valid for fifteen minutes, usable from one network only',
    value: { accessTokenTtl: 900, allowedCallers: ['203.0.113.0/24'] } satisfies ChangeClientDto,
  },
};
