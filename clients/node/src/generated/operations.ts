// Written from the API document by `npm run docs`: change that, and not this.

/** The method and path of each operation. */
export const routes = {
  Apis_list: ['GET', '/v1/apis'],
  Apis_create: ['POST', '/v1/apis'],
  Apis_get: ['GET', '/v1/apis/{id}'],
  Apis_update: ['PATCH', '/v1/apis/{id}'],
  Apis_delete: ['DELETE', '/v1/apis/{id}'],
  Figures_attention: ['GET', '/v1/attention'],
  AuditEvents_chain: ['GET', '/v1/auditChain'],
  AuditEvents_list: ['GET', '/v1/auditEvents'],
  AuditEvents_get: ['GET', '/v1/auditEvents/{id}'],
  AuthorizationDetailTypes_list: ['GET', '/v1/authorizationDetailTypes'],
  AuthorizationDetailTypes_create: ['POST', '/v1/authorizationDetailTypes'],
  AuthorizationDetailTypes_get: ['GET', '/v1/authorizationDetailTypes/{type}'],
  AuthorizationDetailTypes_update: ['PATCH', '/v1/authorizationDetailTypes/{type}'],
  AuthorizationDetailTypes_delete: ['DELETE', '/v1/authorizationDetailTypes/{type}'],
  Clients_list: ['GET', '/v1/clients'],
  Clients_create: ['POST', '/v1/clients'],
  Clients_get: ['GET', '/v1/clients/{clientId}'],
  Clients_update: ['PATCH', '/v1/clients/{clientId}'],
  Clients_delete: ['DELETE', '/v1/clients/{clientId}'],
  Clients_refusals: ['GET', '/v1/clients/{clientId}/refusals'],
  Clients_rotateSecret: ['POST', '/v1/clients/{clientId}/secrets'],
  Enterprises_list: ['GET', '/v1/enterprises'],
  Enterprises_create: ['POST', '/v1/enterprises'],
  Enterprises_get: ['GET', '/v1/enterprises/{enterpriseId}'],
  Enterprises_update: ['PATCH', '/v1/enterprises/{enterpriseId}'],
  Events_list: ['GET', '/v1/events'],
  Events_delete: ['DELETE', '/v1/events/{eventId}'],
  Events_replay: ['POST', '/v1/events/{eventId}/replay'],
  Figures_list: ['GET', '/v1/figures'],
  Figures_get: ['GET', '/v1/figures/{name}'],
  IdvReviews_list: ['GET', '/v1/idvReviews'],
  IdvReviews_get: ['GET', '/v1/idvReviews/{reviewId}'],
  IdvReviews_decide: ['POST', '/v1/idvReviews/{reviewId}/decision'],
  IdvReviews_picture: ['GET', '/v1/idvReviews/{reviewId}/pictures/{kind}'],
  IdvSessions_list: ['GET', '/v1/idvSessions'],
  IdvSessions_get: ['GET', '/v1/idvSessions/{sessionId}'],
  IdvSessions_cancel: ['POST', '/v1/idvSessions/{sessionId}/cancel'],
  IdvSessions_claim: ['POST', '/v1/idvSessions/{sessionId}/claim'],
  IdvSessions_release: ['DELETE', '/v1/idvSessions/{sessionId}/claim'],
  IdvSessions_events: ['GET', '/v1/idvSessions/{sessionId}/events'],
  IdvSessions_removeEvidence: ['DELETE', '/v1/idvSessions/{sessionId}/evidence'],
  IdvSessions_picture: ['GET', '/v1/idvSessions/{sessionId}/pictures/{kind}'],
  IdvWebTokens_list: ['GET', '/v1/idvWebTokens'],
  IdvWebTokens_create: ['POST', '/v1/idvWebTokens'],
  IdvWebTokens_get: ['GET', '/v1/idvWebTokens/{web_session_id}'],
  IdvWebTokens_cancel: ['POST', '/v1/idvWebTokens/{web_session_id}/cancel'],
  InitialAccessTokens_list: ['GET', '/v1/initialAccessTokens'],
  InitialAccessTokens_create: ['POST', '/v1/initialAccessTokens'],
  InitialAccessTokens_delete: ['DELETE', '/v1/initialAccessTokens/{id}'],
  Jobs_list: ['GET', '/v1/jobs'],
  Jobs_delete: ['DELETE', '/v1/jobs/{jobId}'],
  Jobs_replay: ['POST', '/v1/jobs/{jobId}/replay'],
  Keys_list: ['GET', '/v1/keys'],
  Keys_rotate: ['POST', '/v1/keys/rotation'],
  NotificationTemplates_list: ['GET', '/v1/notificationTemplates'],
  NotificationTemplates_create: ['POST', '/v1/notificationTemplates'],
  NotificationTemplates_get: ['GET', '/v1/notificationTemplates/{templateId}'],
  NotificationTemplates_update: ['PUT', '/v1/notificationTemplates/{templateId}'],
  NotificationTemplates_delete: ['DELETE', '/v1/notificationTemplates/{templateId}'],
  NotificationTemplates_preview: ['POST', '/v1/notificationTemplates/{templateId}/preview'],
  NotificationTemplates_versions: ['GET', '/v1/notificationTemplates/{templateId}/versions'],
  Notifications_list: ['GET', '/v1/notifications'],
  Notifications_create: ['POST', '/v1/notifications'],
  Notifications_get: ['GET', '/v1/notifications/{notificationUuid}'],
  Notifications_cancel: ['POST', '/v1/notifications/{notificationUuid}/cancel'],
  Notifications_history: ['GET', '/v1/notifications/{notificationUuid}/events'],
  Operators_roles: ['GET', '/v1/operatorRoles'],
  Operators_list: ['GET', '/v1/operators'],
  Operators_create: ['POST', '/v1/operators'],
  Operators_update: ['PATCH', '/v1/operators/{operatorId}'],
  Operators_delete: ['DELETE', '/v1/operators/{operatorId}'],
  Operators_invite: ['POST', '/v1/operators/{operatorId}/invitation'],
  Search_find: ['GET', '/v1/search'],
  SignalStreams_getStatus: ['GET', '/v1/ssf/status'],
  SignalStreams_setStatus: ['POST', '/v1/ssf/status'],
  SignalStreams_get: ['GET', '/v1/ssf/streams'],
  SignalStreams_replace: ['PUT', '/v1/ssf/streams'],
  SignalStreams_create: ['POST', '/v1/ssf/streams'],
  SignalStreams_update: ['PATCH', '/v1/ssf/streams'],
  SignalStreams_delete: ['DELETE', '/v1/ssf/streams'],
  SecurityEventPolls_poll: ['POST', '/v1/ssf/streams/{stream_id}/events'],
  SignalSubjects_add: ['POST', '/v1/ssf/subjects/add'],
  SignalSubjects_remove: ['POST', '/v1/ssf/subjects/remove'],
  SignalVerifications_create: ['POST', '/v1/ssf/verify'],
  System_get: ['GET', '/v1/system'],
  Users_listActions: ['GET', '/v1/userActions'],
  Users_startAction: ['POST', '/v1/userActions'],
  Users_getAction: ['GET', '/v1/userActions/{actionId}'],
  UserBatches_enrol: ['POST', '/v1/userBatches'],
  Users_allowExport: ['POST', '/v1/userExports'],
  Users_takeExport: ['POST', '/v1/userExports/{exportId}/file'],
  Users_list: ['GET', '/v1/users'],
  Users_create: ['POST', '/v1/users'],
  Users_get: ['GET', '/v1/users/{userId}'],
  Users_update: ['PATCH', '/v1/users/{userId}'],
  Users_resendActivationCode: ['POST', '/v1/users/{userId}/activationCode'],
  Users_activity: ['GET', '/v1/users/{userId}/activity'],
  UserSignIn_applications: ['GET', '/v1/users/{userId}/applications'],
  UserSignIn_endApplication: ['DELETE', '/v1/users/{userId}/applications/{clientId}'],
  UserSignIn_credentials: ['GET', '/v1/users/{userId}/credentials'],
  Devices_list: ['GET', '/v1/users/{userId}/devices'],
  Devices_get: ['GET', '/v1/users/{userId}/devices/{deviceId}'],
  Devices_update: ['PATCH', '/v1/users/{userId}/devices/{deviceId}'],
  Devices_delete: ['DELETE', '/v1/users/{userId}/devices/{deviceId}'],
  Users_export: ['GET', '/v1/users/{userId}/export'],
  Users_askForExport: ['POST', '/v1/users/{userId}/export'],
  UserSignIn_stopFactorRecovery: ['DELETE', '/v1/users/{userId}/factorRecovery'],
  UserSignIn_sessions: ['GET', '/v1/users/{userId}/loginSessions'],
  UserSignIn_endSessions: ['DELETE', '/v1/users/{userId}/loginSessions'],
  UserSignIn_endSession: ['DELETE', '/v1/users/{userId}/loginSessions/{id}'],
  UserSignIn_forgetTries: ['DELETE', '/v1/users/{userId}/loginTries'],
  UserSignIn_removePasskey: ['DELETE', '/v1/users/{userId}/passkeys/{id}'],
  UserSignIn_removeRecoveryCodes: ['DELETE', '/v1/users/{userId}/recoveryCodes'],
  Users_changeStatus: ['PUT', '/v1/users/{userId}/status'],
  Users_statusChanges: ['GET', '/v1/users/{userId}/statusChanges'],
  UserSignIn_removeTotp: ['DELETE', '/v1/users/{userId}/totp'],
  WebhookDeliveries_listAll: ['GET', '/v1/webhookDeliveries'],
  WebhookEndpoints_list: ['GET', '/v1/webhookEndpoints'],
  WebhookEndpoints_create: ['POST', '/v1/webhookEndpoints'],
  WebhookEndpoints_get: ['GET', '/v1/webhookEndpoints/{endpointId}'],
  WebhookEndpoints_update: ['PATCH', '/v1/webhookEndpoints/{endpointId}'],
  WebhookEndpoints_delete: ['DELETE', '/v1/webhookEndpoints/{endpointId}'],
  WebhookDeliveries_list: ['GET', '/v1/webhookEndpoints/{endpointId}/deliveries'],
  WebhookDeliveries_get: ['GET', '/v1/webhookEndpoints/{endpointId}/deliveries/{deliveryId}'],
  WebhookDeliveries_replay: ['POST', '/v1/webhookEndpoints/{endpointId}/deliveries/{deliveryId}/replay'],
  WebhookDeliveries_tryNow: ['POST', '/v1/webhookEndpoints/{endpointId}/deliveries/{deliveryId}/tryNow'],
  WebhookDeliveries_replayFailed: ['POST', '/v1/webhookEndpoints/{endpointId}/replayFailed'],
  WebhookEndpoints_rotateSecret: ['POST', '/v1/webhookEndpoints/{endpointId}/rotateSecret'],
  WebhookDeliveries_test: ['POST', '/v1/webhookEndpoints/{endpointId}/test'],
} as const;

/** The codes of problems that this version knows. More will come. */
export type ProblemCode =
  | 'apis/in-use'
  | 'apis/not-found'
  | 'apis/taken'
  | 'apis/too-many'
  | 'audit/not-found'
  | 'authorization-details/not-found'
  | 'authorization-details/taken'
  | 'authorization-details/too-many'
  | 'clients/no-secret'
  | 'clients/not-found'
  | 'clients/scope-not-held'
  | 'clients/too-many'
  | 'devices/not-found'
  | 'enterprises/already-exists'
  | 'enterprises/not-found'
  | 'figures/not-found'
  | 'idv/document-taken'
  | 'idv/engine-unavailable'
  | 'idv/evidence-in-use'
  | 'idv/not-found'
  | 'idv/own-review'
  | 'idv/picture-not-found'
  | 'idv/reason-unfitting'
  | 'idv/review-claimed'
  | 'idv/review-decided'
  | 'idv/review-not-found'
  | 'idv/same-reviewer'
  | 'idv/status-refused'
  | 'idv/user-not-eligible'
  | 'initial-access-tokens/not-found'
  | 'initial-access-tokens/off'
  | 'initial-access-tokens/too-many'
  | 'kernel/broken-syntax'
  | 'kernel/forbidden'
  | 'kernel/insufficient-scope'
  | 'kernel/invalid-arguments'
  | 'kernel/key-in-use'
  | 'kernel/key-reused'
  | 'kernel/not-found'
  | 'kernel/too-many-requests'
  | 'kernel/unauthenticated'
  | 'kernel/unavailable'
  | 'kernel/unexpected'
  | 'notifications/finished'
  | 'notifications/message-id-taken'
  | 'notifications/no-active-device'
  | 'notifications/not-found'
  | 'notifications/template-not-found'
  | 'notifications/template-taken'
  | 'notifications/too-many-active'
  | 'notifications/too-many-bytes'
  | 'notifications/too-many-open'
  | 'notifications/user-not-active'
  | 'operators/already-decided'
  | 'operators/already-there'
  | 'operators/answer-not-found'
  | 'operators/asker-out'
  | 'operators/blocked'
  | 'operators/changed-since'
  | 'operators/invited-too-late'
  | 'operators/last-owner'
  | 'operators/not-found'
  | 'operators/own-request'
  | 'operators/own-roles'
  | 'operators/request-not-found'
  | 'operators/same-person'
  | 'operators/step-up-needed'
  | 'operators/too-large-to-keep'
  | 'operators/too-many-waiting'
  | 'shared-signals/not-polled'
  | 'shared-signals/stream-exists'
  | 'shared-signals/stream-not-found'
  | 'shared-signals/verified-just-now'
  | 'system/event-not-found'
  | 'system/job-not-found'
  | 'users/action-not-found'
  | 'users/already-exists'
  | 'users/code-by-operator'
  | 'users/deleted'
  | 'users/export-not-found'
  | 'users/not-found'
  | 'users/nothing-to-activate'
  | 'users/status-refused'
  | 'users/too-many-to-export'
  | 'users/unreachable'
  | 'users/vouched-by-operator'
  | 'webhooks/delivery-not-found'
  | 'webhooks/endpoint-disabled'
  | 'webhooks/endpoint-not-found'
  | 'webhooks/not-waiting'
  | 'webhooks/still-waiting'
  | 'webhooks/too-many-endpoints'
  | 'webhooks/tried-just-now';
