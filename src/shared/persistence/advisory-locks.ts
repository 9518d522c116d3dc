/**
 * The keys of all PostgreSQL advisory locks in this application, so that no two purposes share a key. Some locks also
 * have a second key, such as the hash of a tenant.
 */
export const advisoryLocks = {
  migrations: 4_206_519_801,
  auditChain: 4_206_519_802,
  auditKey: 4_206_519_803,
  jobLanes: 420_651_981,
  openSessionOfUser: 420_651_982,
  documentMark: 420_651_983,
  webhookEndpoints: 420_651_984,
  operators: 420_651_985,
  internalClients: 420_651_986,
  fourEyes: 420_651_987,
  figures: 420_651_988,
  clientsOfEnterprise: 420_651_990,
  configuration: 420_651_991,
  approvalsOfUser: 420_651_992,
  apisOfTenant: 420_651_993,
  alarms: 420_651_994,
  initialAccessTokens: 420_651_995,
  passkeysOfUser: 420_651_996,
  recoveryCodesOfUser: 420_651_997,
  detailTypesOfTenant: 420_651_998,
  notificationTemplate: 420_651_999,
  notificationsOfUser: 1_179_541,
} as const;
