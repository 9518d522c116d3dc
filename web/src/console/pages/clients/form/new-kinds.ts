/** Kinds of new clients: what each sets, and what is asked about it. */
export const kinds = {
  web: {
    isForPeople: true,
    hasProof: true,
    scopes: ['openid', 'profile'],
    settings: { grantTypes: ['authorization_code'], requirePkce: true },
  },
  spa: {
    isForPeople: true,
    hasProof: false,
    scopes: ['openid', 'profile'],
    settings: { grantTypes: ['authorization_code'], authMethod: 'none' },
  },
  native: {
    isForPeople: true,
    hasProof: false,
    scopes: ['openid', 'profile', 'offline_access'],
    settings: { grantTypes: ['authorization_code', 'refresh_token'], applicationType: 'native', authMethod: 'none' },
  },
  server: {
    isForPeople: false,
    hasProof: true,
    scopes: [],
    settings: { grantTypes: ['client_credentials'] },
  },
} as const satisfies Readonly<
  Record<string, { isForPeople: boolean; hasProof: boolean; scopes: readonly string[]; settings: object }>
>;

export type NewKind = keyof typeof kinds;
