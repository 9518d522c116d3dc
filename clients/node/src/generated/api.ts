/* oxlint-disable -- generated */
// Written from the API document by `npm run docs`: change that, and not this.
export interface paths {
  '/v1/apis': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your APIs
     * @description APIs are listed in the order in which they were registered. Live clients see only live APIs. Test clients see only test APIs.
     */
    get: operations['Apis_list'];
    put?: never;
    /**
     * Register one of your APIs
     * @description Clients can then get access tokens for this API, with the parameter `resource` (RFC 8707) or with its scopes. To allow a client to use these scopes, add them to its `apiScopes`. For a live API, an operator needs the approval of a second operator.
     */
    post: operations['Apis_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apis/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get one of your APIs
     * @description Returns all settings of the API.
     */
    get: operations['Apis_get'];
    put?: never;
    post?: never;
    /**
     * Delete one of your APIs
     * @description An API can be deleted only if no client has one of its scopes. Tokens that have already been issued stay valid until they expire. For a live API, an operator needs the approval of a second operator.
     */
    delete: operations['Apis_delete'];
    options?: never;
    head?: never;
    /**
     * Change one of your APIs
     * @description Omitted fields stay unchanged. `null` removes a value. The change applies to tokens that are issued after it. A scope that a client has cannot be removed: remove it from the client first. For a live API, an operator needs the approval of a second operator.
     */
    patch: operations['Apis_update'];
    trace?: never;
  };
  '/v1/attention': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what needs a person's attention
     * @description Lists waiting reviews, failing webhook endpoints and altered notifications. Operators also see requests of colleagues that they can approve. Only administrators, and operators with `system:read`, see items about the whole service.
     */
    get: operations['Figures_attention'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auditChain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of the audit chain
     * @description The audit chain is a hash chain over all audit events, so that any change to them can be detected. One chain covers the events of all enterprises. The response contains the last link of the chain, the number of events that are not yet in the chain, and the newest signed checkpoint.
     */
    get: operations['AuditEvents_chain'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auditEvents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List audit events
     * @description Events are listed newest first. Events are never deleted. After a user is erased, events no longer show that they are about this user. Send `Accept: text/csv` or `application/x-ndjson` to export the whole list as a streamed file. It contains at most 100,000 rows, starting at `cursor`. In CSV, times are in UTC, and text that a spreadsheet would run as a formula begins with an apostrophe. Exports are recorded in the audit log.
     */
    get: operations['AuditEvents_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auditEvents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an audit event
     * @description Returns the event, its link in the hash chain, and the first signed checkpoint that covers it.
     */
    get: operations['AuditEvents_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/authorizationDetailTypes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the types of authorization details
     * @description Returns the newest version of each type. Built-in types come first.
     */
    get: operations['AuthorizationDetailTypes_list'];
    put?: never;
    /**
     * Create a type of authorization details
     * @description A type defines what a client can ask a user to approve (RFC 9396): the members of the authorization details, and the text that the user reads. A client can use only the types in its `authorizationDetailsTypes`.
     */
    post: operations['AuthorizationDetailTypes_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/authorizationDetailTypes/{type}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a type of authorization details
     * @description Returns the newest version, or the version given by `version`.
     */
    get: operations['AuthorizationDetailTypes_get'];
    put?: never;
    post?: never;
    /**
     * Delete a type of authorization details
     * @description Clients can no longer use the type. Its versions can still be read, because evidence refers to them.
     */
    delete: operations['AuthorizationDetailTypes_delete'];
    options?: never;
    head?: never;
    /**
     * Change a type of authorization details
     * @description Creates a new version. Requests that are still open keep the version with which they were made.
     */
    patch: operations['AuthorizationDetailTypes_update'];
    trace?: never;
  };
  '/v1/clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List clients
     * @description Clients are listed in the order of their ids. Ids that the service creates are in the order of creation. A live client sees test clients too.
     */
    get: operations['Clients_list'];
    put?: never;
    /**
     * Create a client
     * @description You can give a client only scopes that you have yourself. An operator needs the approval of a second operator to create a privileged client. A live client is privileged if `firstParty` is true, if it has the scope `notifications`, or if it has a server scope other than `clients:read`, `enterprises:read`, `figures:read` and `system:read`. Test clients are never privileged.
     */
    post: operations['Clients_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clients/{clientId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a client
     * @description The response does not contain the client's secrets.
     */
    get: operations['Clients_get'];
    put?: never;
    post?: never;
    /**
     * Delete a client
     * @description All tokens of the client are revoked, and users can no longer sign in through it. If the client has users, an operator needs the approval of a second operator, and must give a reason in the header `Reason`.
     */
    delete: operations['Clients_delete'];
    options?: never;
    head?: never;
    /**
     * Change a client
     * @description Omitted fields stay unchanged. `null` removes a value. An operator needs the approval of a second operator to give more rights to a privileged client. The same applies to all changes to a client that has users, except changes of its name or logo. An approved change is refused if the client has changed since the operator requested it. A live client is privileged if `firstParty` is true, if it has the scope `notifications`, or if it has a server scope other than `clients:read`, `enterprises:read`, `figures:read` and `system:read`. Test clients are never privileged.
     */
    patch: operations['Clients_update'];
    trace?: never;
  };
  '/v1/clients/{clientId}/refusals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the reasons why a client was refused tokens
     * @description The latest refusal is listed first. Each reason is listed once, with the time at which it last occurred. The newest 20 reasons are stored. The server log has a line for each refusal.
     */
    get: operations['Clients_refusals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clients/{clientId}/secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a new secret for a client
     * @description The previous secrets stay valid for `overlapSeconds`. You need the scope `clients:write` for an overlap. An operator needs the approval of a second operator if there is no overlap, or if the client is privileged or has users. The operator must then give a reason in the header `Reason`. The description of `POST /v1/clients` says which clients are privileged.
     */
    post: operations['Clients_rotateSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/enterprises': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List enterprises
     * @description Enterprises are listed in the order of their ids. Only administrators of the service can call this.
     */
    get: operations['Enterprises_list'];
    put?: never;
    /**
     * Create an enterprise
     * @description An enterprise is a tenant: other enterprises cannot see its data. Only administrators of the service can call this.
     */
    post: operations['Enterprises_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/enterprises/{enterpriseId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an enterprise
     * @description Only administrators of the service can call this.
     */
    get: operations['Enterprises_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change an enterprise
     * @description Changes only the fields that you send. Only administrators of the service can call this. For some changes, an operator needs the approval of a second operator, and must give a reason in the header `Reason`. These changes set `requirePkce` to false, set `signIn.recovery` to `mail`, set `signIn.factorRecovery` to `identity`, lower a level or the waiting hours in `signIn`, or change `messages`.
     */
    patch: operations['Enterprises_update'];
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List parked events
     * @description Lists parked events: internal events of all enterprises whose delivery failed too often. The event that was parked last is listed first. The content of the events is not shown. Only administrators and operators with rights in all enterprises can call this, and only for live data.
     */
    get: operations['Events_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/{eventId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a parked event
     * @description Handlers that have not received the event will never receive it. First check what the event would have caused. Only administrators and operators with rights in all enterprises can call this, and only for live data.
     */
    delete: operations['Events_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/{eventId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deliver a parked event again
     * @description The event is delivered again to all its handlers. Only administrators and operators with rights in all enterprises can call this, and only for live data.
     */
    post: operations['Events_replay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/figures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the available figures (statistics)
     * @description Lists each figure with what it counts and the dimensions by which it can be split.
     */
    get: operations['Figures_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/figures/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a figure over time
     * @description Figures are counted per hour. They are updated every five minutes and stored for two years. An item counts towards the hour in which it was created, even if its outcome changes later: a review that is decided today changes the figures of the day on which the verification was created.
     */
    get: operations['Figures_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/fourEyes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List requests for approval
     * @description Some calls of an operator need the approval of a second operator. This call lists your own requests for approval, and those that you can approve. It covers only the enterprise and the data (live or test) for which you make this call. Requests about owners of all enterprises are listed in every enterprise. Requests are listed newest first. Requests are deleted after 30 days. Each read is recorded in the audit log. Only operators at the console can call this. Clients need no approval, and get the error 403.
     */
    get: operations['FourEyes_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/fourEyes/{requestId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a request for approval
     * @description Returns the call that would be carried out, the reason, and the operator who requested it. Each read is recorded in the audit log. Only operators at the console can call this. Clients need no approval, and get the error 403.
     */
    get: operations['FourEyes_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/fourEyes/{requestId}/agreement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve a request as the second operator
     * @description The call is carried out at once and only once, on behalf of the operator who requested it. The `state` in the response is `done` or `failed`, or `agreed` if the call is still running in the background. You need the right that the call itself requires, and must have used a passkey within the last five minutes. Only operators at the console can call this. Clients need no approval, and get the error 403.
     */
    post: operations['FourEyes_agree'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/fourEyes/{requestId}/answer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the response to an approved call
     * @description Returns the response to an approved POST request, for example an export or a new secret. Only the operator who made the request can read it, for one day. Each read is recorded in the audit log. Only operators at the console can call this. Clients need no approval, and get the error 403.
     */
    get: operations['FourEyes_answer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/fourEyes/{requestId}/refusal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Refuse a request, or withdraw your own
     * @description The call is then not carried out. A second operator must give a reason for the refusal. The operator who made the request can withdraw it without a reason. Only operators at the console can call this. Clients need no approval, and get the error 403.
     */
    post: operations['FourEyes_refuse'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvReviews': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the reviews that are waiting for a decision
     * @description The review that has waited longest is listed first. Reviews that have been decided are not listed.
     */
    get: operations['IdvReviews_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvReviews/{reviewId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a review
     * @description Returns the data that was read, the values that were measured, the list of pictures, and the decisions so far. Each read is recorded in the audit log.
     */
    get: operations['IdvReviews_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvReviews/{reviewId}/decision': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide a review
     * @description Ends the verification session with the outcome that you send. The webhook `idv.finished` notifies your other systems. With the four-eyes principle, the first decision is only stored. The session ends when a second person makes the same decision. A different decision replaces the first one.
     */
    post: operations['IdvReviews_decide'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvReviews/{reviewId}/pictures/{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a picture of a review
     * @description The response is a JPEG file. Each read is recorded in the audit log, with the client that made it. Do not store the picture.
     */
    get: operations['IdvReviews_picture'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvSessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List identity verifications
     * @description You can filter by everything about a session except personal data. Sessions are listed newest first, unless `order` says otherwise. Send `Accept: text/csv` or `application/x-ndjson` to export the whole list as a streamed file. It contains at most 100,000 rows, starting at `cursor`. In CSV, times are in UTC, and text that a spreadsheet would run as a formula begins with an apostrophe. Exports are recorded in the audit log.
     */
    get: operations['IdvSessions_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvSessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an identity verification
     * @description Use the `sessionId`. Unlike the `web_session_id`, it does not give access to the user's pages. Callers with the scope `idv:review` also get the data that was read and the values that were measured. Each such read is recorded in the audit log.
     */
    get: operations['IdvSessions_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvSessions/{sessionId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an identity verification
     * @description A session in REVIEW can be cancelled too. If the session is already cancelled, nothing changes. A session with another final status cannot be cancelled.
     */
    post: operations['IdvSessions_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvSessions/{sessionId}/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Claim a review
     * @description Reserves the review for the caller for 15 minutes. During this time, only the caller can claim or decide it. This prevents two people from working on the same review. To reserve it for another 15 minutes from now, claim it again.
     */
    post: operations['IdvSessions_claim'];
    /**
     * Release a claimed review
     * @description Releases the caller's own claim. Claims of others are not changed.
     */
    delete: operations['IdvSessions_release'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvSessions/{sessionId}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of an identity verification
     * @description Events are listed oldest first. Events are steps, attempts, refused pictures, and actions of reviewers. They are deleted together with the session.
     */
    get: operations['IdvSessions_events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvSessions/{sessionId}/evidence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete the evidence of an identity verification
     * @description Permanently deletes the evidence before its retention period ends: the pictures, the data read from them, and the notes of reviewers. The status and the reasons remain. The webhook `idv.evidence_removed` notifies your other systems. If the evidence has already been deleted, nothing changes. An operator needs the approval of a second operator, and must give a reason in the header `Reason`.
     */
    delete: operations['IdvSessions_removeEvidence'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvSessions/{sessionId}/pictures/{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a picture of an identity verification
     * @description You can read the pictures from the time at which the session enters review until their retention period ends. The response is a JPEG file. Each read is recorded in the audit log, with the caller. Do not store the picture.
     */
    get: operations['IdvSessions_picture'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvWebTokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List verification sessions
     * @description Lists the sessions of one user or of all users. Filter them by status and by creation time.
     */
    get: operations['IdvWebTokens_list'];
    put?: never;
    /**
     * Create an identity verification session for a user
     * @description Send the user's browser to the `idvUrl` in the response. Older sessions that are waiting for this user are cancelled. A session in REVIEW is not cancelled.
     */
    post: operations['IdvWebTokens_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvWebTokens/{web_session_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the result of a verification session
     * @description The result does not contain data that the user has not agreed to share.
     */
    get: operations['IdvWebTokens_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/idvWebTokens/{web_session_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a verification session
     * @description A session in REVIEW can be cancelled too. If the session is already cancelled, nothing changes. A session with another final status cannot be cancelled.
     */
    post: operations['IdvWebTokens_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/initialAccessTokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List initial access tokens
     * @description Tokens are listed in the order in which they were created, including those that have expired or are used up. Live clients see only tokens for live clients. Test clients see only tokens for test clients.
     */
    get: operations['InitialAccessTokens_list'];
    put?: never;
    /**
     * Create an initial access token
     * @description Anyone who has the token can register clients of your enterprise at the registration endpoint (RFC 7591). `uses` limits how many, and the policy limits their settings. The policy can contain only scopes that you have yourself. For live clients, an operator needs the approval of a second operator.
     */
    post: operations['InitialAccessTokens_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/initialAccessTokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete an initial access token
     * @description The token can no longer be used. Clients that were registered with it are not changed.
     */
    delete: operations['InitialAccessTokens_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List parked jobs
     * @description Lists parked jobs: jobs of all enterprises that failed too often. The job that was parked last is listed first. The content of the jobs is not shown. Only administrators and operators with rights in all enterprises can call this, and only for live data.
     */
    get: operations['Jobs_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a parked job
     * @description Deletes the job. It will never run. First check that nothing depends on it. Only administrators and operators with rights in all enterprises can call this, and only for live data.
     */
    delete: operations['Jobs_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{jobId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a parked job again
     * @description The job runs again like a new job, with the full number of tries. If another job with the same key is already waiting, the parked job is dropped instead. Only administrators and operators with rights in all enterprises can call this, and only for live data.
     */
    post: operations['Jobs_replay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the signing keys
     * @description Lists the keys that sign tokens and the keys that sign evidence receipts. Private keys are never shown. The keys belong to the whole service. Only administrators and operators with rights in all enterprises can call this, and only for live data.
     */
    get: operations['Keys_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/keys/rotation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the signing keys
     * @description New keys with the use `signing` are published at once and start to sign a day later. Tokens that the old keys signed stay valid. A new key with the use `evidence` starts to sign at once. The old evidence keys stay published. The call needs the scope `system:write`. With `compromised`, it needs only `clients:secure`, but an operator needs the approval of a second operator, and must give a reason in the header `Reason`. The keys belong to the whole service. Only administrators and operators with rights in all enterprises can call this, and only for live data.
     */
    post: operations['Keys_rotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the signed-in operator
     * @description Returns the operator's name, roles, rights, enterprises and session. Only operators at the console can call this. Clients get the error 403.
     */
    get: operations['Me_me'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/me/alarms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the operator's own alarms
     * @description Returns the addresses to which the service sends its alarms for the operator. The response does not contain the secret. Only operators at the console can call this, if their role in all enterprises lets them see the state of the service. Other operators and clients get the error 403.
     */
    get: operations['MyAlarms_get'];
    /**
     * Change the operator's own alarms
     * @description Replaces all of the operator's alarm settings. To get a new secret, remove the address and set it again. Only operators at the console can call this, if their role in all enterprises lets them see the state of the service. Other operators and clients get the error 403.
     */
    put: operations['MyAlarms_change'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/me/alarms/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test alarm to the operator
     * @description Sends one alarm of the kind `test` to the operator's mailbox and server, without retries, and returns the outcome. Only operators at the console can call this, if their role in all enterprises lets them see the state of the service. Other operators and clients get the error 403.
     */
    post: operations['MyAlarms_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/me/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the operator's own sessions
     * @description Only operators at the console can call this. Clients get the error 403.
     */
    get: operations['Me_sessions'];
    put?: never;
    post?: never;
    /**
     * End the operator's other sessions
     * @description Only operators at the console can call this. Clients get the error 403.
     */
    delete: operations['Me_endOthers'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/notificationTemplates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List templates
     * @description Lists the newest version of each template, ordered by id.
     */
    get: operations['NotificationTemplates_list'];
    put?: never;
    /**
     * Create a template
     * @description A template contains texts in several languages. Create notifications from it with `template_id` and `values`.
     */
    post: operations['NotificationTemplates_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/notificationTemplates/{templateId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a template
     * @description Returns the newest version, or the version given by `version`.
     */
    get: operations['NotificationTemplates_get'];
    /**
     * Change a template
     * @description Creates a new version. Earlier versions stay available.
     */
    put: operations['NotificationTemplates_update'];
    post?: never;
    /**
     * Delete a template
     * @description Deletes all versions of the template. Notifications that were made from it are not changed.
     */
    delete: operations['NotificationTemplates_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/notificationTemplates/{templateId}/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a template
     * @description Returns the texts with the values filled in. No notification is sent.
     */
    post: operations['NotificationTemplates_preview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/notificationTemplates/{templateId}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the versions of a template
     * @description Versions are listed newest first. Each version contains its texts.
     */
    get: operations['NotificationTemplates_versions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/notifications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List notifications
     * @description Notifications are listed newest first. Evidence is not included. Send `Accept: text/csv` or `application/x-ndjson` to export the whole list as a streamed file. It contains at most 100,000 rows, starting at `cursor`. In CSV, times are in UTC, and text that a spreadsheet would run as a formula begins with an apostrophe. Exports are recorded in the audit log.
     */
    get: operations['Notifications_list'];
    put?: never;
    /**
     * Create a notification: ask a user for an answer
     * @description The notification appears at once on every device of the user. It can be answered until it expires. You can safely repeat the request with the same `msg_id`: the response then has the status 200 and contains the current state.
     */
    post: operations['Notifications_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/notifications/{notificationUuid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a notification
     * @description Returns the texts of the notification, the client that created it, the status, the answer, and the evidence of a signed answer. Operators need the scope `notifications:evidence` to see the evidence. Each read by an operator is recorded in the audit log.
     */
    get: operations['Notifications_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/notifications/{notificationUuid}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a notification
     * @description A cancelled notification can no longer be answered. If you cancel it again, nothing changes, and the response status is 200.
     */
    post: operations['Notifications_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/notifications/{notificationUuid}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of a notification
     * @description Events are listed oldest first. At most 200 events are listed. Events are deleted together with the notification.
     */
    get: operations['Notifications_history'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operatorRoles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the roles of operators
     * @description The roles and their rights are fixed in each release. They are the same in every deployment.
     */
    get: operations['Operators_roles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operators': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the operators
     * @description Lists all operators, at most 1,000. Only owners of all enterprises and administrators can call this.
     */
    get: operations['Operators_list'];
    put?: never;
    /**
     * Invite an operator
     * @description Sends a mail with a link. The link can be used once, within a day. If the call concerns an owner of all enterprises, and there are several such owners, another owner must approve it. Give the reason in the header `Reason`. Only owners of all enterprises and administrators can call this.
     */
    post: operations['Operators_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operators/{operatorId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove an operator
     * @description The operator's sessions end at once. The personal data is erased later. If the call concerns an owner of all enterprises, and there are several such owners, another owner must approve it. Give the reason in the header `Reason`. Only owners of all enterprises and administrators can call this.
     */
    delete: operations['Operators_delete'];
    options?: never;
    head?: never;
    /**
     * Change an operator
     * @description Changes only the fields that you send. If one change fails, nothing is changed. The list of roles is replaced completely. If the call concerns an owner of all enterprises, and there are several such owners, another owner must approve it. Give the reason in the header `Reason`. Only owners of all enterprises and administrators can call this.
     */
    patch: operations['Operators_update'];
    trace?: never;
  };
  '/v1/operators/{operatorId}/invitation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite an operator again
     * @description Use this if the operator has lost all passkeys. Old passkeys and sessions become invalid. If the call concerns an owner of all enterprises, and there are several such owners, another owner must approve it. Give the reason in the header `Reason`. Only owners of all enterprises and administrators can call this.
     */
    post: operations['Operators_invite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search for anything by id or name
     * @description Returns at most 20 results. Data that the scopes of the token do not allow is omitted, as is data of other enterprises. Live callers find only live data. Test callers find only test data.
     */
    get: operations['Search_find'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ssf/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the status of a stream
     * @description Returns the status of the stream, and the reason if one was given.
     */
    get: operations['SignalStreams_getStatus'];
    put?: never;
    /**
     * Set the status of a stream
     * @description Events that were stored while the stream was paused are delivered when it is enabled again.
     */
    post: operations['SignalStreams_setStatus'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ssf/streams': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a stream, or list your streams
     * @description With `stream_id`, returns one stream. Without it, returns a list, which is empty until you create a stream.
     */
    get: operations['SignalStreams_get'];
    /**
     * Replace a stream
     * @description An omitted field gets its default value. The id and the status of the stream do not change.
     */
    put: operations['SignalStreams_replace'];
    /**
     * Create a stream
     * @description A client can have one stream. A new stream covers all users of the enterprise, and is enabled at once. The `authorization_header` is never shown again.
     */
    post: operations['SignalStreams_create'];
    /**
     * Delete a stream
     * @description Events that are waiting to be delivered are discarded.
     */
    delete: operations['SignalStreams_delete'];
    options?: never;
    head?: never;
    /**
     * Change a stream
     * @description Changes only the fields that you send.
     */
    patch: operations['SignalStreams_update'];
    trace?: never;
  };
  '/v1/ssf/streams/{stream_id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Fetch security events
     * @description Use this call for a stream whose events are delivered by polling (RFC 8936). Events that you do not confirm with `ack` or `setErrs` are sent again.
     */
    post: operations['SecurityEventPolls_poll'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ssf/subjects/add': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a user to a stream
     * @description A new stream covers all users. Use this call to add a user whom you have removed. If the subject is not a user of the enterprise, nothing changes, and the response is the same.
     */
    post: operations['SignalSubjects_add'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ssf/subjects/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove a user from a stream
     * @description You no longer get events about the user. If the subject is not a user of the enterprise, nothing changes, and the response is the same.
     */
    post: operations['SignalSubjects_remove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ssf/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a verification event
     * @description The service sends a verification event to the stream. When you receive it, you know that the delivery works.
     */
    post: operations['SignalVerifications_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/system': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of the service
     * @description Returns the release, the database, the processes, the surfaces (listeners), the certificates, the states whose signatures on passport chips are trusted, and the settings that differ from their defaults. Secrets are not shown. Only administrators and operators with rights in all enterprises can call this, and only for live data.
     */
    get: operations['System_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/userActions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List actions for many users
     * @description Actions are listed newest first. Actions are deleted after seven days.
     */
    get: operations['Users_listActions'];
    put?: never;
    /**
     * Start one action for up to 1,000 users
     * @description In the background, the service changes the status of each user, or sends each user a new activation code. `GET /v1/userActions/{actionId}` shows the progress and the users for whom it failed. Each user is handled once and separately, in the order of the request. If an operator names more users than the setting `CONSOLE_ACTION_LIMIT` allows (default: 25), a second operator must approve the action. One request for approval covers all of these users. Clients need no approval.
     */
    post: operations['Users_startAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/userActions/{actionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the progress of an action
     * @description Returns the action, with the users for whom it has failed so far and an error code for each.
     */
    get: operations['Users_getAction'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/userBatches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enrol up to 1,000 users
     * @description Each user is accepted or refused separately. Users are stored in groups of a hundred. If you lose the response, repeat the batch: users that already exist are refused with an error that says so.
     */
    post: operations['UserBatches_enrol'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/userExports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request an export of many users
     * @description Operators use this call to export more than 10,000 users, or up to 1,000 users by their ids (`userIds`). The filters are those of `GET /v1/users`. A second operator must approve the export. No approval is needed for users named by id, up to the number that the setting `CONSOLE_ACTION_LIMIT` allows (default: 25). After the approval, `GET /v1/fourEyes/{id}/answer` returns the response that this call returns when no approval is needed. The file can be downloaded once, within a day. Clients need no approval. They can also export any number of users with `GET /v1/users`.
     */
    post: operations['Users_allowExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/userExports/{exportId}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Download an export of many users
     * @description Returns the list as a streamed file with at most 100,000 rows. The filters are applied at the time of the download. Only the operator who requested the export can download it, only once, and only while the operator still has the right to do so. The export is used up when the first byte is sent, even if the download is interrupted. In that case, request the export again. The download is recorded in the audit log, with the reason and both operators.
     */
    post: operations['Users_takeExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List and search users
     * @description Users are ordered by user id. The results of a search by `q` are ordered by the matching value: first users with a value that begins with the text, then users whose ids or names contain it. A page of search results may be short even if more pages follow. Operators who see only masked contact data cannot search by it. Send `Accept: text/csv` or `application/x-ndjson` to export the whole list as a streamed file. It contains at most 100,000 rows, starting at `cursor`. In CSV, times are in UTC, and text that a spreadsheet would run as a formula begins with an apostrophe. Exports are recorded in the audit log. Operators can export at most 10,000 users at once. To export more, they use `POST /v1/userExports`, which needs the approval of a second operator.
     */
    get: operations['Users_list'];
    put?: never;
    /**
     * Enrol a user
     * @description Send the status ONBOARDING if the user must first pass an identity verification, or CREATED if the enterprise already knows the user. The service sends an activation code to a CREATED user who has an e-mail address or mobile number. Operators cannot set `predefinedCode` or `emailVerified`.
     */
    post: operations['Users_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a user
     * @description Says whether the user exists, and returns the status.
     */
    get: operations['Users_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Correct the data of a user
     * @description Changes only the fields that you send. `null` removes a value. If an operator changes `emailId` or `mobileNumber`, a mail is sent to the old address. During the next day, operators need the approval of a second operator to send an activation code.
     */
    patch: operations['Users_update'];
    trace?: never;
  };
  '/v1/users/{userId}/activationCode': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a new activation code
     * @description Earlier activation codes become invalid. If an operator changed the e-mail address or mobile number within the last day, operators need the approval of a second operator.
     */
    post: operations['Users_resendActivationCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the activity of a user
     * @description Lists the audit events, identity verifications and notifications of the user in one list, newest first. Audit events need the scope `audit:read`, verifications `idv:read`, and notifications `notifications:read`. Entries without the needed scope are omitted.
     */
    get: operations['Users_activity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/applications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the applications that act for a user
     * @description Lists applications that the user is signed in to, and applications that have a refresh token for the user.
     */
    get: operations['UserSignIn_applications'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/applications/{clientId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove an application's access to a user
     * @description The application's tokens for this user are revoked. It must ask the user for consent again.
     */
    delete: operations['UserSignIn_endApplication'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/credentials': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a user's credentials
     * @description Says whether the user has a password, an authenticator app and recovery codes. Lists the passkeys. Returns the number of wrong login tries that still count. Secrets are never shown.
     */
    get: operations['UserSignIn_credentials'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/devices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a user's devices
     * @description Devices are listed in the order in which they were registered.
     */
    get: operations['Devices_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/devices/{deviceId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a device
     * @description Returns one device of one user.
     */
    get: operations['Devices_get'];
    put?: never;
    post?: never;
    /**
     * Remove a device
     * @description The removal is final. To use the device again, the user must register it again. An operator needs the approval of a second operator if the user then has only the password left. Give the reason in the header `Reason`.
     */
    delete: operations['Devices_delete'];
    options?: never;
    head?: never;
    /**
     * Name, block or unblock a device
     * @description Changes only the fields that you send. An operator needs the approval of a second operator if the user then has only the password left. Give the reason in the header `Reason`.
     */
    patch: operations['Devices_update'];
    trace?: never;
  };
  '/v1/users/{userId}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export all data about a user
     * @description Use this when the user asks for their data. The response is a single JSON document with a member for each part of the service. It is streamed: if the download is interrupted, the document is incomplete. An enterprise can run one export at a time. Operators must use the POST request.
     */
    get: operations['Users_export'];
    put?: never;
    /**
     * Request an export of all data about a user
     * @description Returns the same document as the GET request. An operator needs the approval of a second operator. After the approval, `GET /v1/fourEyes/{id}/answer` returns the document. Clients get the document at once.
     */
    post: operations['Users_askForExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/factorRecovery': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Stop the replacement of a lost second factor
     * @description The user's second factors do not change. The user is notified by mail. Note that the person who started the replacement knows the user's password.
     */
    delete: operations['UserSignIn_stopFactorRecovery'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/loginSessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a user's login sessions
     * @description Lists the browser sessions in which the user is currently signed in.
     */
    get: operations['UserSignIn_sessions'];
    put?: never;
    post?: never;
    /**
     * Sign a user out everywhere
     * @description Ends all login sessions of the user and removes the access of every application. All tokens of the user are revoked before the response is sent.
     */
    delete: operations['UserSignIn_endSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/loginSessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End one login session
     * @description Tokens that were issued in this session are revoked.
     */
    delete: operations['UserSignIn_endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/loginTries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Reset a user's wrong login tries
     * @description After this call, the user can try to log in again without waiting. If wrong tries have blocked the user, the block remains. To remove it and reset the tries, set the status `UNBLOCK`.
     */
    delete: operations['UserSignIn_forgetTries'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/passkeys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a passkey of a user
     * @description You can also remove the last passkey. If the user can then no longer sign in, set the status `RESET` with `PUT /v1/users/{userId}/status`. The user is notified by mail. An operator needs the approval of a second operator if the user has only the password left.
     */
    delete: operations['UserSignIn_removePasskey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/recoveryCodes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove the recovery codes of a user
     * @description The user is notified by mail, and can make new recovery codes on the account page.
     */
    delete: operations['UserSignIn_removeRecoveryCodes'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change the status of a user
     * @description Send a status or a verb. The state diagram of users shows the resulting status. If the user already has that status, nothing changes and the response is 200. Operators need the approval of a second operator for RESET and DELETED.
     */
    put: operations['Users_changeStatus'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/statusChanges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the status changes of a user
     * @description Changes are listed newest first. The last entry is the enrolment. The audit log contains the same changes, among other events.
     */
    get: operations['Users_statusChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{userId}/totp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove the authenticator app of a user
     * @description The user is notified by mail. If a second factor is required, the user must set up a new one at the next sign-in. First check the identity of the person who requests the removal: afterwards, the password is enough to set up another app. An operator needs the approval of a second operator if the user has only the password left.
     */
    delete: operations['UserSignIn_removeTotp'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhookDeliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries to all webhook endpoints
     * @description Deliveries are listed newest first. You can filter them by user, by notification or by status. The content of the messages is not shown.
     */
    get: operations['WebhookDeliveries_listAll'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhookEndpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook endpoints
     * @description Endpoints are listed in the order in which they were registered. Live clients see only live endpoints. Test clients see only test endpoints.
     */
    get: operations['WebhookEndpoints_list'];
    put?: never;
    /**
     * Register a webhook endpoint
     * @description Only this response contains the secret of the endpoint. For live data, an operator needs the approval of a second operator and must give a reason in the header `Reason`.
     */
    post: operations['WebhookEndpoints_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhookEndpoints/{endpointId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook endpoint
     * @description The response does not contain the secret.
     */
    get: operations['WebhookEndpoints_get'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook endpoint
     * @description No more messages are sent to the endpoint. Its delivery log is also deleted.
     */
    delete: operations['WebhookEndpoints_delete'];
    options?: never;
    head?: never;
    /**
     * Change a webhook endpoint
     * @description Changes only the fields that you send. If you change the URL, waiting deliveries are sent to the new URL when they are due, even if earlier attempts failed. If you disable the endpoint, its waiting deliveries fail. You can replay them later. For live data, an operator needs the approval of a second operator to set a new URL or to add event types, and must give a reason in the header `Reason`.
     */
    patch: operations['WebhookEndpoints_update'];
    trace?: never;
  };
  '/v1/webhookEndpoints/{endpointId}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries to a webhook endpoint
     * @description Deliveries are listed newest first. The content of the messages is not shown, because it can contain personal data.
     */
    get: operations['WebhookDeliveries_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhookEndpoints/{endpointId}/deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a delivery
     * @description The response contains the exact text that was sent. For each attempt, it contains the first 2 KiB of the receiver's response. Each read is recorded in the audit log. A `web_session_id` is hidden from operators, because it gives access to the user's pages.
     */
    get: operations['WebhookDeliveries_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhookEndpoints/{endpointId}/deliveries/{deliveryId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a delivery again
     * @description Sends the delivery again at once, with the same `webhook-id` and body. If it fails, it is retried on the same schedule. This also works while the service pauses deliveries to a failing endpoint. If the last attempt to reach the endpoint was less than 10 s ago, the delivery is sent when the pause ends.
     */
    post: operations['WebhookDeliveries_replay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhookEndpoints/{endpointId}/deliveries/{deliveryId}/tryNow': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make the next attempt at once
     * @description Use this for a delivery that is waiting. It also works while the service pauses deliveries to a failing endpoint. This attempt is in addition to the scheduled ones. If you repeat the request before the attempt has ended, nothing changes.
     */
    post: operations['WebhookDeliveries_tryNow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhookEndpoints/{endpointId}/replayFailed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send all failed deliveries again
     * @description Sends again all failed deliveries that were created at the given time or later, oldest first. If the service pauses deliveries to the failing endpoint, they are sent after the pause. With `dryRun`, they are only counted.
     */
    post: operations['WebhookDeliveries_replayFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhookEndpoints/{endpointId}/rotateSecret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace a webhook endpoint's secret
     * @description For `overlapSeconds`, each delivery has two signatures: first with the new secret, then with the previous one. Any older secret becomes invalid. For live data, an operator needs the approval of a second operator and must give a reason in the header `Reason`.
     */
    post: operations['WebhookEndpoints_rotateSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhookEndpoints/{endpointId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message
     * @description Creates a delivery of the type `webhook.test` with `data: { endpointId, test }`. It is signed and retried like any other delivery. It is sent regardless of the event types to which the endpoint subscribes.
     */
    post: operations['WebhookDeliveries_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'device.registered': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * device.registered
     * @description A user registered a device. The device can sign answers from now on.
     */
    post: operations['Webhook_device_registered'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'idv.evidence_removed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * idv.evidence_removed
     * @description The evidence of a verification was deleted before its retention ended: the pictures, and the data read from them. Status and reasons remain stored.
     */
    post: operations['Webhook_idv_evidence_removed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'idv.finished': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * idv.finished
     * @description An identity verification reached its final status.
     */
    post: operations['Webhook_idv_finished'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'idv.review_required': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * idv.review_required
     * @description The engine was unsure about a verification. A member of the enterprise's staff must decide.
     */
    post: operations['Webhook_idv_review_required'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'notification.closed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * notification.closed
     * @description A notification was answered, has expired, or ended in another way.
     */
    post: operations['Webhook_notification_closed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'notification.fraud_reported': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * notification.fraud_reported
     * @description A user answered `fraud`: the user says that somebody else is acting in their name.
     */
    post: operations['Webhook_notification_fraud_reported'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'operators.unusual_reading': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * operators.unusual_reading
     * @description Within an hour, an operator at the console has read the data of unusually many users, or has seen unusually many users in lists and searches. This event is sent at most once per hour for each operator.
     */
    post: operations['Webhook_operators_unusual_reading'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'user.factor_changed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * user.factor_changed
     * @description The factors with which a user can sign in have changed. A factor was `added`, `removed`, `changed`, `used` (one of the recovery codes), or replaced after it was forgotten (`recovered`). The user is notified by mail, or on the other devices.
     */
    post: operations['Webhook_user_factor_changed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'user.status_changed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * user.status_changed
     * @description The status of a user has changed. The cause is the `enterprise`, the `user`, wrong `attempts`, or `time`.
     */
    post: operations['Webhook_user_status_changed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** @enum {string} */
    AccessTokenFormat: 'jwt' | 'opaque';
    /** @enum {string} */
    AcrValue: 'urn:countersign:acr:1' | 'urn:countersign:acr:2' | 'urn:countersign:acr:3' | 'phr' | 'phrh';
    Activity: {
      /**
       * @description The kind of entry. More kinds may be added.
       * @example notification
       */
      kind: components['schemas']['ActivityKind'];
      /**
       * Format: uuid
       * @description The id with which you can get the item: the `sessionId` of a verification, or the uuid of a notification.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      id: string;
      /**
       * Format: date-time
       * @description When an audit event happened, or when a verification or notification was created.
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description The kind of an audit event, the subject of a notification (or its `msg_id`), or the id of a verification.
       * @example Confirm the payment of €250.00
       */
      title: string;
      /**
       * @description The current status. For an audit event: `done` or `refused`.
       * @example UPDATED
       */
      status: string | null;
      /** @description Who caused the event. Present only for audit events. */
      actor: components['schemas']['AuditActor'] | null;
      /** @description The previous and the new status, if an audit event changed the status of the user. */
      statusChange: components['schemas']['ActivityStatusChange'] | null;
    };
    /** @enum {string} */
    ActivityKind: 'auditEvent' | 'idvSession' | 'notification';
    ActivityList: {
      activity: components['schemas']['Activity'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    ActivityStatusChange: {
      /** @example ACTIVE */
      from: components['schemas']['UserStatus'];
      /** @example BLOCKED */
      to: components['schemas']['UserStatus'];
    };
    AddSignalSubject: {
      /**
       * Format: uuid
       * @description The id of the stream.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      stream_id: string;
      /**
       * @description The user to add to the stream or to remove from it.
       * @example {
       *       "format": "iss_sub",
       *       "iss": "https://auth.example.com/service/authserver",
       *       "sub": "019c137f-5940-7c35-8d70-4f7cc1d3b2a6"
       *     }
       */
      subject: components['schemas']['SignalSubject'];
      /**
       * @description Whether you have verified the user. The service accepts this value and ignores it.
       * @example true
       */
      verified?: boolean;
    };
    /** @enum {string} */
    AlarmSeverity: 'warning' | 'critical';
    AlarmTest: {
      /**
       * @description `sent`: the mail server accepted the mail. `off`: no mail is sent.
       * @example sent
       */
      mail: components['schemas']['AlarmTestOutcome'];
      /**
       * @description `sent`: the server responded with 2xx. `off`: no address is set.
       * @example sent
       */
      url: components['schemas']['AlarmTestOutcome'];
      /**
       * @description The HTTP status with which the server responded. `null`: there was no response.
       * @example 204
       */
      urlStatus: number | null;
    };
    /** @enum {string} */
    AlarmTestOutcome: 'sent' | 'failed' | 'off';
    AllowedExport: {
      /**
       * Format: uuid
       * @description The id for `POST /v1/userExports/{exportId}/file`.
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      exportId: string;
      /** @example csv */
      format: components['schemas']['ExportFormat'];
      /**
       * @description The file cannot be downloaded after this time, in milliseconds since 1970.
       * @example 1767225600000
       */
      untilTs: number;
    };
    AllowedVerb: {
      /** @example BLOCKED */
      verb: components['schemas']['UserStatusVerb'];
      /**
       * @description The status that the user has after this verb.
       * @example BLOCKED
       */
      to: components['schemas']['UserStatus'];
      /** @description What is still required before this verb is allowed. `idvVerified`: an identity verification that ended as VERIFIED. */
      needs?: components['schemas']['UserStatusNeed'];
    };
    AnsweredWebhookAttempt: {
      /**
       * Format: date-time
       * @description When the attempt started.
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description The duration of the attempt, in milliseconds.
       * @example 148
       */
      ms: number;
      /**
       * @description The HTTP status of the receiver's response. `null`: there was no response.
       * @example 503
       */
      status: number | null;
      /**
       * @description Why the attempt failed. `null`: it succeeded. `status`: the response did not have a 2xx status. `refused`: the address is not public. `unreachable`: the connection failed or broke. `timeout`: there was no response within 15 s. `too-large`: the response was larger than 64 KiB. `disabled`: no attempt was made, because the endpoint was disabled. `expired`: no attempt was made, because the delivery had waited for 30 hours.
       * @example status
       */
      error: components['schemas']['WebhookDeliveryError'] | null;
      /**
       * @description The first 2 KiB of the receiver's response. `null`: the response was empty, or there was none.
       * @example {"error":"unknown order"}
       */
      answer: string | null;
    };
    Api: {
      /**
       * Format: uuid
       * @description The id of the API.
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /**
       * @description The name of the API, for operators.
       * @example Orders
       */
      name: string;
      /**
       * @description The address of the API. It is the `aud` of the tokens for this API, and the `resource` that clients name (RFC 8707). It is compared character by character. It must be unique in this service and cannot be changed later. A live API and a test API need different addresses.
       * @example https://orders.bank.example
       */
      resource: string;
      /**
       * @description Whether the API accepts only tokens of test clients. Otherwise it accepts only tokens of live clients.
       * @example false
       */
      test: boolean;
      /**
       * @description The scopes of the API. Each name is unique among your APIs.
       * @example [
       *       {
       *         "name": "orders.read",
       *         "audience": "user",
       *         "description": {
       *           "en": "See your orders",
       *           "de": "Bestellungen sehen"
       *         }
       *       }
       *     ]
       */
      scopes: components['schemas']['ApiScope'][];
      /**
       * @description `jwt`: the API verifies the token itself (RFC 9068). `opaque`: the API verifies the token by introspection, so a revocation takes effect at once.
       * @example jwt
       */
      accessTokenFormat: components['schemas']['AccessTokenFormat'];
      /**
       * @description The lifetime of the access tokens for this API, in seconds. `null`: the lifetime that is set for the client applies.
       * @example 600
       */
      accessTokenTtl: number | null;
      /** @example ES256 */
      signingAlg: components['schemas']['IdTokenAlgorithm'];
      /**
       * @description The claims about the user in the tokens of this API: at most 20. Each key is the name of a claim. Each value is a source, or a source with a `map` that translates its values. Values that the map does not contain are omitted. Sources: `attributes.` followed by the name of an attribute, userId, firstName, lastName, emailId, emailVerified, mobileNumber, language, primaryGroup, groups. Reserved names such as `sub` and `scope` are refused.
       * @example {
       *       "groups": "groups",
       *       "roles": {
       *         "from": "groups",
       *         "map": {
       *           "vip": "gold"
       *         }
       *       }
       *     }
       */
      claims: {
        [key: string]: unknown;
      };
      /**
       * @description The `clientId` that the API itself uses to introspect tokens (RFC 7662) and to exchange them. This client can introspect only tokens for this API. `null`: there is no such client.
       * @example 0198c0de-0000-7000-8000-000000000001
       */
      introspectionClientId: string | null;
      /**
       * @description The `resource` of each of your APIs whose tokens may be exchanged for tokens of this API (RFC 8693). The client in `introspectionClientId` of the other API requests the exchange.
       * @example []
       */
      exchangeFrom: string[];
      /**
       * @description When the API was registered, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
    };
    ApiList: {
      apis: components['schemas']['Api'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    ApiScope: {
      /**
       * @description The name of the scope, as clients request it.
       * @example orders.read
       */
      name: string;
      /**
       * @description `user`: a user grants the scope to a client by signing in. `service`: a client obtains the scope for itself, with the grant type `client_credentials`.
       * @example user
       */
      audience: components['schemas']['ApiScopeAudience'];
      /**
       * @description What the scope allows, with one text for each language. The consent page shows the text. English (`en`) is required.
       * @example {
       *       "en": "See your orders",
       *       "de": "Bestellungen sehen"
       *     }
       */
      description: {
        [key: string]: string;
      };
    };
    /** @enum {string} */
    ApiScopeAudience: 'user' | 'service';
    /** @enum {string} */
    ApplicationType: 'web' | 'native';
    Attention: {
      /** @description What needs attention, most serious first. Kinds with a count of 0 are omitted. */
      attention: components['schemas']['Need'][];
    };
    /** @enum {string} */
    AttestationFormat: 'android-key' | 'apple-appattest' | 'webauthn';
    /** @enum {string} */
    AttestationVerdict: 'verified' | 'unverified';
    AuditActor: {
      /** @example client */
      kind: components['schemas']['AuditActorKind'];
      /**
       * @description The `clientId` of a client, or the `userId` of a user. `null`: the user was erased.
       * @example portal
       */
      id: string | null;
      /**
       * @description The member of staff for whom the client acted, from the header `Acting-For`.
       * @example staff-4711
       */
      actingFor: string | null;
    };
    /** @enum {string} */
    AuditActorKind: 'client' | 'user' | 'operator' | 'system';
    AuditChain: {
      /** @description The newest link of the hash chain. `null`: there are no events yet. */
      head: components['schemas']['AuditLink'] | null;
      /**
       * @description The number of events that are not yet in the chain. At most 100,000 are counted.
       * @example 0
       */
      unlinked: number;
      /**
       * @description The age of the oldest event that is not yet in the chain, in seconds.
       * @example 0
       */
      lagSeconds: number;
      /** @description The newest signed checkpoint. `null`: there is no checkpoint yet. */
      checkpoint: components['schemas']['AuditCheckpoint'] | null;
    };
    AuditCheckpoint: {
      /**
       * @description The number of the signed link. The signature also covers all earlier links.
       * @example 4711
       */
      number: number;
      /**
       * @description The signature, as a compact JWS.
       * @example eyJhbGciOiJFZERTQSJ9.eyJudW1iZXIiOjQ3MTF9.c2ln
       */
      jws: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      signedAt: string;
    };
    AuditEvent: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      id: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description The kind of event. More kinds may be added.
       * @example users.user-status-changed
       */
      kind: string;
      /** @example done */
      outcome: components['schemas']['AuditOutcome'];
      /** @description Who caused the event. */
      actor: components['schemas']['AuditActor'];
      /**
       * @description The `userId` of the user that the event is about. `null`: the event is not about a user, or the user was erased.
       * @example jane.doe
       */
      subject: string | null;
      /**
       * @description The IP address from which the call came.
       * @example 203.0.113.7
       */
      address: string | null;
      /**
       * @description The `X-Request-Id` of the call.
       * @example req-20260131-0001
       */
      requestId: string | null;
      /**
       * @description Further facts. The members depend on the `kind`.
       * @example {
       *       "from": "ACTIVE",
       *       "to": "BLOCKED",
       *       "action": "block"
       *     }
       */
      details: {
        [key: string]: unknown;
      };
      /**
       * @description The reason that the caller gave. It is erased together with the user that the event is about.
       * @example Reported her phone stolen
       */
      comments: string | null;
    };
    AuditEventDetails: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      id: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description The kind of event. More kinds may be added.
       * @example users.user-status-changed
       */
      kind: string;
      /** @example done */
      outcome: components['schemas']['AuditOutcome'];
      /** @description Who caused the event. */
      actor: components['schemas']['AuditActor'];
      /**
       * @description The `userId` of the user that the event is about. `null`: the event is not about a user, or the user was erased.
       * @example jane.doe
       */
      subject: string | null;
      /**
       * @description The IP address from which the call came.
       * @example 203.0.113.7
       */
      address: string | null;
      /**
       * @description The `X-Request-Id` of the call.
       * @example req-20260131-0001
       */
      requestId: string | null;
      /**
       * @description Further facts. The members depend on the `kind`.
       * @example {
       *       "from": "ACTIVE",
       *       "to": "BLOCKED",
       *       "action": "block"
       *     }
       */
      details: {
        [key: string]: unknown;
      };
      /**
       * @description The reason that the caller gave. It is erased together with the user that the event is about.
       * @example Reported her phone stolen
       */
      comments: string | null;
      /** @description The position of the event in the hash chain. `null`: the event has just happened and is not in the chain yet. */
      link: components['schemas']['AuditLink'] | null;
      /** @description The first signed checkpoint that covers this event. `null`: no checkpoint covers it yet. */
      checkpoint: components['schemas']['AuditCheckpoint'] | null;
    };
    AuditEventList: {
      auditEvents: components['schemas']['AuditEvent'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    AuditLink: {
      /** @example 4711 */
      number: number;
      /**
       * @description The SHA-256 hash over this event and the hash of the previous link, in hexadecimal.
       * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
       */
      hash: string;
    };
    /** @enum {string} */
    AuditOutcome: 'done' | 'refused';
    AuthorizationDetailText: {
      /** @example en */
      lng: string;
      /**
       * @description The heading, with placeholders such as `{limit}` or `{account.iban}`.
       * @example Set your limit to {limit}?
       */
      subject: string;
      /**
       * @description The text. A line whose placeholder has no value is omitted.
       * @example For the card {card}
       */
      message: string;
    };
    AuthorizationDetailType: {
      /** @example card_limit */
      type: string;
      /**
       * @description The version. Each change creates a new version. Earlier versions stay available.
       * @example 2
       */
      version: number;
      /**
       * @description Whether the type is built in. Built-in types cannot be changed.
       * @example false
       */
      ready: boolean;
      /**
       * @description The JSON Schema of a detail, without the member `type`. Supported: objects with `properties` and `required`; texts with `minLength`, `maxLength` (at most 140), `pattern`, `enum` and `const`; whole numbers with `minimum` and `maximum`; booleans. A detail with members that the schema does not name is never accepted. A `pattern` must start with `^` and end with `$`. It must not contain groups or alternatives, and can have at most three variable repetitions (`?` or `{1,5}`).
       * @example {
       *       "type": "object",
       *       "required": [
       *         "limit",
       *         "card"
       *       ],
       *       "properties": {
       *         "limit": {
       *           "type": "string",
       *           "pattern": "^[0-9]{1,6} [A-Z]{3}$"
       *         },
       *         "card": {
       *           "type": "string",
       *           "maxLength": 40
       *         }
       *       }
       *     }
       */
      schema: {
        [key: string]: unknown;
      };
      /**
       * @example [
       *       {
       *         "lng": "en",
       *         "subject": "Set your limit to {limit}?",
       *         "message": "For the card {card}"
       *       }
       *     ]
       */
      texts: components['schemas']['AuthorizationDetailText'][];
      /**
       * @description When the version was created, in milliseconds since 1970. `null`: the type is built in.
       * @example 1767225600000
       */
      createdTs: number | null;
    };
    AuthorizationDetailTypeList: {
      authorizationDetailTypes: components['schemas']['AuthorizationDetailType'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    Backchannel: {
      /**
       * @description How the client gets the result. `poll`: the client asks the token endpoint repeatedly until there is a result. `ping`: the service calls `notificationUrl` when there is a result, and the client then asks the token endpoint once.
       * @example poll
       */
      delivery: components['schemas']['BackchannelDelivery'];
      /**
       * Format: uri
       * @description The address that the service calls. Required if `delivery` is `ping`, and not allowed otherwise.
       * @example https://www.example.com/
       */
      notificationUrl?: string | null;
      /**
       * @description Whether each request must contain a `user_code`: a code from the user's authenticator app. A person who knows only a user's name then cannot make the phone ring.
       * @default false
       */
      userCode?: boolean;
      /**
       * @description The algorithm with which the client signs its requests. If it is set, the client must sign each request with a key of its `jwks`. Requires the `authMethod` `private_key_jwt`. Default: requests need no signature.
       * @example ES256
       */
      signingAlg?: components['schemas']['BackchannelAlgorithm'] | null;
    };
    /** @enum {string} */
    BackchannelAlgorithm: 'ES256' | 'PS256';
    /** @enum {string} */
    BackchannelDelivery: 'poll' | 'ping';
    Branding: {
      /**
       * Format: uri
       * @description The address of the logo of the enterprise, which is a square picture.
       * @example https://bank.example/logo.svg
       */
      logoUri?: string;
      /**
       * @description The colour of buttons and links.
       * @example #0b5fff
       */
      color?: string;
      /**
       * Format: uri
       * @description The address of the privacy policy. Every hosted page and the app link to it, and also to `termsUri` and `helpUri`.
       * @example https://bank.example/privacy
       */
      privacyUri?: string;
      /**
       * Format: uri
       * @description The address of the terms of use.
       * @example https://bank.example/terms
       */
      termsUri?: string;
      /**
       * Format: uri
       * @description The address at which users get help, for example when they have forgotten a password.
       * @example https://bank.example/help
       */
      helpUri?: string;
    };
    /** @enum {string} */
    CertificateUse: 'server' | 'outbound';
    ChangeApi: {
      /**
       * @description The name of the API, for operators.
       * @example Orders
       */
      name?: string;
      /**
       * @description The scopes of the API. Each name is unique among your APIs.
       * @example [
       *       {
       *         "name": "orders.read",
       *         "audience": "user",
       *         "description": {
       *           "en": "See your orders",
       *           "de": "Bestellungen sehen"
       *         }
       *       }
       *     ]
       */
      scopes?: components['schemas']['ApiScope'][];
      /** @description `jwt`: the API verifies the token itself (RFC 9068). `opaque`: the API verifies the token by introspection, so a revocation takes effect at once. */
      accessTokenFormat?: components['schemas']['AccessTokenFormat'];
      /**
       * @description The lifetime of the access tokens for this API, in seconds. `null`: the lifetime that is set for the client applies.
       * @example 600
       */
      accessTokenTtl?: number | null;
      signingAlg?: components['schemas']['IdTokenAlgorithm'];
      /**
       * @description The claims about the user in the tokens of this API: at most 20. Each key is the name of a claim. Each value is a source, or a source with a `map` that translates its values. Values that the map does not contain are omitted. Sources: `attributes.` followed by the name of an attribute, userId, firstName, lastName, emailId, emailVerified, mobileNumber, language, primaryGroup, groups. Reserved names such as `sub` and `scope` are refused.
       * @example {
       *       "groups": "groups",
       *       "roles": {
       *         "from": "groups",
       *         "map": {
       *           "vip": "gold"
       *         }
       *       }
       *     }
       */
      claims?: {
        [key: string]: unknown;
      };
      /**
       * @description The `clientId` that the API itself uses to introspect tokens (RFC 7662) and to exchange them. This client can introspect only tokens for this API. `null`: there is no such client.
       * @example 0198c0de-0000-7000-8000-000000000001
       */
      introspectionClientId?: string | null;
      /**
       * @description The `resource` of each of your APIs whose tokens may be exchanged for tokens of this API (RFC 8693). The client in `introspectionClientId` of the other API requests the exchange.
       * @example []
       */
      exchangeFrom?: string[];
    };
    ChangeAuthorizationDetailType: {
      /**
       * @description The JSON Schema of a detail, without the member `type`. Supported: objects with `properties` and `required`; texts with `minLength`, `maxLength` (at most 140), `pattern`, `enum` and `const`; whole numbers with `minimum` and `maximum`; booleans. A detail with members that the schema does not name is never accepted. A `pattern` must start with `^` and end with `$`. It must not contain groups or alternatives, and can have at most three variable repetitions (`?` or `{1,5}`).
       * @example {
       *       "type": "object",
       *       "required": [
       *         "limit",
       *         "card"
       *       ],
       *       "properties": {
       *         "limit": {
       *           "type": "string",
       *           "pattern": "^[0-9]{1,6} [A-Z]{3}$"
       *         },
       *         "card": {
       *           "type": "string",
       *           "maxLength": 40
       *         }
       *       }
       *     }
       */
      schema?: {
        [key: string]: unknown;
      };
      /**
       * @description The texts, one element for each language. They replace all texts of the previous version.
       * @example [
       *       {
       *         "lng": "en",
       *         "subject": "Set your limit to {limit}?",
       *         "message": "For the card {card}"
       *       }
       *     ]
       */
      texts?: components['schemas']['AuthorizationDetailText'][];
    };
    ChangeClient: {
      /** @description The allowed redirect addresses. They must match exactly. Web clients: https, or for test clients also http on the loopback address. Native clients: https, http on the loopback address (any port matches), or a private scheme such as com.example.app: */
      redirectUris?: string[];
      /** @description The addresses to which users may be redirected after logout. */
      postLogoutRedirectUris?: string[];
      /**
       * @description How the client authenticates at the token endpoint.
       * @default client_secret_basic
       */
      authMethod?: components['schemas']['ClientAuthMethod'];
      /** @description The public keys with which the service verifies the client's assertions. With the `authMethod` `private_key_jwt`, either `jwks` or `jwksUri` is required. */
      jwks?: components['schemas']['Jwks'] | null;
      /**
       * Format: uri
       * @description The address at which the client publishes its public keys. Use it instead of `jwks`. When the service needs a key, it reads at most 20 keys from this address, and caches them for five minutes.
       * @example https://www.example.com/
       */
      jwksUri?: string | null;
      /** @default web */
      applicationType?: components['schemas']['ApplicationType'];
      /**
       * @description Whether the client is your own application. Users are then asked for consent only if `consentEachTime` is set.
       * @default false
       */
      firstParty?: boolean;
      /**
       * @description Whether users must consent at each sign-in to this client, even if it is your own application or they have consented before. A request with `prompt=none` then fails with `consent_required`.
       * @default false
       */
      consentEachTime?: boolean;
      /** @description The lifetime of access tokens, in seconds. Default: 300 for tokens of users, 3600 for tokens of the client itself. */
      accessTokenTtl?: number | null;
      /** @description The lifetime of refresh tokens, in seconds. Default: 14 days. */
      refreshTokenTtl?: number | null;
      /**
       * Format: uri
       * @description The address to which the error pages of this service link, so that users can return to the client.
       * @example https://www.example.com/
       */
      errorUrl?: string | null;
      /**
       * Format: uri
       * @description The address of the client's logo. The consent page shows it.
       * @example https://www.example.com/
       */
      logoUri?: string | null;
      /** @description The browser origins that may call the token and userinfo endpoints (CORS). Pages inside a native app have the origin `app://localhost`, `capacitor://localhost`, `ionic://localhost`, `https://localhost` or `http://localhost`. */
      allowedOrigins?: string[];
      /** @description The IP addresses and subnets from which the client's tokens may be used. Default: any address. */
      allowedCallers?: string[];
      /**
       * Format: uri
       * @description The address that the service calls when a session ends (OpenID Connect Back-Channel Logout).
       * @example https://www.example.com/
       */
      backchannelLogoutUri?: string | null;
      /** @default RS256 */
      idTokenSignedResponseAlg?: components['schemas']['IdTokenAlgorithm'];
      /** @description If an algorithm is set, the userinfo endpoint returns a JWT that is signed with it. Otherwise, it returns plain JSON. */
      userinfoSignedResponseAlg?: components['schemas']['IdTokenAlgorithm'] | null;
      /**
       * @description Whether the client can obtain only tokens that are bound to a DPoP key.
       * @default false
       */
      dpopBoundAccessTokens?: boolean;
      /**
       * @description Whether the client must start each sign-in with a pushed authorization request (RFC 9126).
       * @default false
       */
      requirePushedAuthorizationRequests?: boolean;
      /**
       * @description Whether the client must use PKCE (RFC 7636) for each sign-in. A client without a secret must always use it.
       * @default false
       */
      requirePkce?: boolean;
      /** @description `fapi2` selects the FAPI 2.0 Security Profile. It requires the `authMethod` `private_key_jwt`. The client signs its assertions with PS256, ES256 or EdDSA, and the issuer is their only audience. The profile turns on `requirePkce`, `requirePushedAuthorizationRequests` and `dpopBoundAccessTokens`, and sets `idTokenSignedResponseAlg` to ES256. Refresh tokens are not replaced when they are used. */
      securityProfile?: components['schemas']['SecurityProfile'] | null;
      /**
       * @description Whether access tokens that only identify the user are JWTs. Set this for software that reads the token itself. Access tokens for the APIs of this service are always JWTs.
       * @default false
       */
      jwtAccessTokens?: boolean;
      /**
       * @description With `jwtAccessTokens`: the `clientId` of the client that receives these tokens as their audience, for example your API gateway. That client must belong to the same enterprise. Default: the client itself.
       * @example 0198c0de-0000-7000-8000-000000000001
       */
      accessTokenAudience?: string | null;
      /**
       * @description The minimum sign-in level that this client accepts. `1`: one factor. `2`: two factors. `3`: two factors, one of which cannot be phished. A user who is signed in at a lower level is asked for the missing factor. Default: `null`, which accepts any level.
       * @example 2
       */
      leastLevel?: components['schemas']['SignInLevel'] | null;
      /**
       * @description The `acr_values` for authorization requests that contain none. They are only a preference: a user who cannot reach the level can still sign in.
       * @example [
       *       "urn:countersign:acr:2"
       *     ]
       */
      defaultAcrValues?: components['schemas']['AcrValue'][];
      /**
       * @description The scopes of your own APIs that the client may request. You register APIs by `POST /v1/apis`. The client requests a token for one API at a time.
       * @example [
       *       "orders.read"
       *     ]
       */
      apiScopes?: string[];
      /**
       * @description The types of `authorization_details` (RFC 9396) that the client may send. `payment_initiation` is built in. You can create other types by `POST /v1/authorizationDetailTypes`.
       * @example [
       *       "payment_initiation"
       *     ]
       */
      authorizationDetailsTypes?: string[];
      /** @description How the client asks people to approve something on their phones (OpenID Connect CIBA). Required with the grant type `urn:openid:params:grant-type:ciba`. */
      backchannel?: components['schemas']['Backchannel'] | null;
      /** @description Your KYC endpoint. The service calls it for each verified person. */
      kyc?: components['schemas']['Kyc'] | null;
      /** @description Settings for identity verifications that the client creates. */
      idv?: components['schemas']['IdvSettings'] | null;
      /** @example text */
      clientName?: string;
      grantTypes?: components['schemas']['GrantType'][];
      scopes?: components['schemas']['Scope'][];
    };
    ChangeDevice: {
      /** @example Jane's phone */
      name?: string;
      /**
       * @description Whether to block the device. While it is blocked, its signatures are refused.
       * @example true
       */
      blocked?: boolean;
    };
    ChangeEnterprise: {
      /** @description The appearance of hosted pages for users of this enterprise. Sending this field replaces the old value completely. */
      branding?: components['schemas']['Branding'];
      /**
       * @description How many days a DELETED user can still be read before all personal data is erased. Default: 30.
       * @example 90
       */
      retentionDays?: number;
      /**
       * @description The number of days without use after which an ACTIVE user becomes INACTIVE. `null`: never. Default: `null`.
       * @example 365
       */
      inactivityDays?: number | null;
      /** @description The period of the day in which users get no push notifications. `null`: there is no such period. Default: `null`. Sending this field replaces the old value completely. */
      quietHours?: components['schemas']['QuietHours'] | null;
      /**
       * @description How many MiB of notifications and templates the clients of the enterprise may create per day (UTC). `null`: the setting `NOTIFICATION_DAILY_STORAGE` applies. Default: `null`.
       * @example 512
       */
      dailyNotificationMiB?: number | null;
      /** @description The rate limit for all clients of the enterprise together. `null`: the settings `ENTERPRISE_RATE_LIMIT` and `ENTERPRISE_RATE_BURST` apply. Default: `null`. Sending this field replaces the old value completely. */
      rateLimit?: components['schemas']['RateLimit'] | null;
      /** @description A server of the enterprise that delivers codes and notices to its users, instead of the mail server of the service. `null`: the service sends them. Default: `null`. Sending this field replaces both the address and the secret. */
      messages?: components['schemas']['MessageChannel'] | null;
      /**
       * @description Whether every client of the enterprise must use PKCE for sign-ins, even if its own `requirePkce` is false. Default: `false`.
       * @example true
       */
      requirePkce?: boolean;
      /** @description What users may do on the sign-in pages. Members that you do not send keep their values. */
      signIn?: components['schemas']['SignInSettings'];
      /** @example Acme Bank */
      name?: string;
    };
    ChangeMyAlarms: {
      /**
       * @description Whether alarms are sent to the operator's own e-mail address.
       * @example true
       */
      mail: boolean;
      /**
       * @description The minimum severity of the alarms that are sent. `warning`: all alarms. `critical`: only critical alarms. With `critical`, an alarm that becomes a warning is reported as ended.
       * @example warning
       */
      leastSeverity: components['schemas']['AlarmSeverity'];
      /**
       * Format: uri
       * @description The address of the operator's own server, which receives alarms as signed requests. It must be a public `https` address without credentials or a fragment, unless `OUTBOUND_ALLOW` names it. `null`: no requests are sent.
       * @example https://alarms.bank.example/anna
       */
      url: string | null;
    };
    ChangeNotificationTemplate: {
      /**
       * @description The variables: the parts of the texts that differ from one notification to the next.
       * @example [
       *       {
       *         "name": "amount",
       *         "type": "money"
       *       },
       *       {
       *         "name": "payee",
       *         "type": "text",
       *         "max": 70
       *       }
       *     ]
       */
      variables: components['schemas']['TemplateVariable'][];
      /**
       * @description The texts. Write `{{name}}` where the value of a variable belongs. The texts of each language must contain every variable. All texts together have at most 65536 bytes of JSON, both before and after the values are filled in.
       * @example [
       *       {
       *         "lng": "en",
       *         "subject": "Confirm your payment",
       *         "message": "Pay {{amount}} to {{payee}}?"
       *       }
       *     ]
       */
      body: components['schemas']['NotificationBody'][];
    };
    ChangeOperator: {
      /** @example Anna */
      firstName?: string;
      /** @example Berg */
      lastName?: string;
      /** @example blocked */
      state?: components['schemas']['OperatorStateChange'];
      /** @description All roles of the operator. This list replaces the previous list completely. */
      grants?: components['schemas']['Grant'][];
    };
    ChangeSignalStream: {
      /**
       * @description How events are delivered. Default: you fetch them (poll).
       * @example {
       *       "method": "urn:ietf:rfc:8935",
       *       "endpoint_url": "https://receiver.example/events",
       *       "authorization_header": "Bearer 5f1c2b9e"
       *     }
       */
      delivery?: components['schemas']['SignalDelivery'];
      /**
       * @description The events that you want. Events that the service does not support are ignored.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled"
       *     ]
       */
      events_requested?: string[];
      /**
       * @description Your own description of the stream.
       * @example Session management of the bank
       */
      description?: string;
      /**
       * Format: uuid
       * @description The id of the stream.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      stream_id: string;
      /**
       * @description The issuer. If you send this field, it must have the value that the service returns.
       * @example https://auth.example.com/service/authserver
       */
      iss?: string;
      /**
       * @description The audience. If you send this field, it must have the value that the service returns.
       * @example portal-5d1c
       */
      aud?: string;
      /**
       * @description All events that the service supports. If you send this field, it must have the value that the service returns.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-enabled",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-purged"
       *     ]
       */
      events_supported?: string[];
      /**
       * @description Ignored. The service computes this value.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled"
       *     ]
       */
      events_delivered?: string[];
      /**
       * @description The minimum number of seconds between two verifications of the stream. If you send this field, it must have the value that the service returns.
       * @example 2
       */
      min_verification_interval?: number;
    };
    ChangeSignalStreamStatus: {
      /**
       * Format: uuid
       * @description The id of the stream.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      stream_id: string;
      /**
       * @description `enabled`: events are delivered. `paused`: events are stored until the stream is enabled, for at most 7 days. `disabled`: events are not stored.
       * @example paused
       */
      status: components['schemas']['SignalStreamState'];
      /**
       * @description Why the status was set.
       * @example Maintenance until noon
       */
      reason?: string;
    };
    ChangeUser: {
      /**
       * @description The primary group of the user.
       * @example retail
       */
      primaryGroup?: string;
      /**
       * @description The given names, in any script.
       * @example Jane
       */
      firstName?: string | null;
      /**
       * @description The family names, in any script.
       * @example Doe
       */
      lastName?: string | null;
      /**
       * @description The other groups of the user.
       * @example [
       *       "gold"
       *     ]
       */
      secondaryGroups?: string[];
      /**
       * Format: email
       * @description The e-mail address of the user. Activation codes and messages are sent to it.
       * @example jane.doe@example.com
       */
      emailId?: string | null;
      /**
       * @description Whether you confirm that the user reads mail at this address. Send `true` only if you have checked this yourself. Applications then see `email_verified`. Send `false` to withdraw the confirmation. Default: the service itself verifies the address when the user enters a code that was mailed to it. Operators cannot send `true`, and cannot send this field when they correct a user.
       * @example true
       */
      emailVerified?: boolean;
      /**
       * @description The mobile number of the user, in international form (E.164).
       * @example +4915112345678
       */
      mobileNumber?: string | null;
      /**
       * @description A second name with which the user can sign in, besides the user id. User ids and login ids share one namespace.
       * @example jane
       */
      loginId?: string | null;
      /**
       * @description The language of the user (BCP 47). Default: `en` in messages, and the language of the browser on pages.
       * @example de
       */
      language?: string;
      /**
       * @description A note for your own staff.
       * @example text
       */
      comments?: string | null;
      /**
       * @description Up to 20 facts about the user, under names that you choose. Tokens for your own APIs can contain them as claims. A change replaces all of them.
       * @example {
       *       "department": "Payments"
       *     }
       */
      attributes?: {
        [key: string]: string;
      };
    };
    ChangeWebhookEndpoint: {
      /**
       * Format: uri
       * @description The address to which webhooks are sent. It must be a public `https` address without credentials or a fragment. In development mode, `http` on the same machine is also allowed.
       * @example https://bank.example/webhooks/countersign
       */
      url?: string;
      /**
       * @description The event types to which the endpoint subscribes. The section *Webhooks* of this document describes each type. If the list is empty, the endpoint receives only callbacks of notifications whose `callback_url` has the same origin.
       * @example [
       *       "user.status_changed"
       *     ]
       */
      eventTypes?: components['schemas']['WebhookEventType'][];
      /**
       * @description Whether events are delivered to the endpoint. Events that happen while it is disabled are never delivered.
       * @example true
       */
      enabled?: boolean;
    };
    ChangedMyAlarms: {
      /**
       * @description Whether alarms are sent to the operator's own e-mail address.
       * @example true
       */
      mail: boolean;
      /**
       * @description The address to which alarms are mailed. `null`: the service cannot send mail to the operator.
       * @example anna.berg@bank.example
       */
      mailTo: string | null;
      /**
       * @description The minimum severity of the alarms that are sent. `warning`: all alarms. `critical`: only critical alarms. With `critical`, an alarm that becomes a warning is reported as ended.
       * @example warning
       */
      leastSeverity: components['schemas']['AlarmSeverity'];
      /**
       * Format: uri
       * @description The address of the operator's own server, which receives alarms as signed requests. It must be a public `https` address without credentials or a fragment, unless `OUTBOUND_ALLOW` names it. `null`: no requests are sent.
       * @example https://alarms.bank.example/anna
       */
      url: string | null;
      /**
       * @description The secret with which the calls are signed. Each new address gets a new secret, which only this response contains. `null`: the address has not changed, or there is none.
       * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazpGrcy1q5c=
       */
      secret: string | null;
    };
    ChipTrust: {
      /** @description The trusted states. If the list is empty, every chip is refused. */
      states: components['schemas']['TrustedState'][];
      /** @description Problems that an operator should fix. */
      faults: components['schemas']['ChipTrustFault'][];
    };
    ChipTrustFault: {
      /**
       * @description `list_old`: the master list is too old, because no newer one was imported. `publisher_ends`: the certificate of a publisher, or of the signer of its list, expires within 30 days. `state_ends`: the last certificate of a state expires within 90 days. `revocations_stale`: a revocation list should already have been replaced.
       * @example state_ends
       */
      fault: components['schemas']['ChipTrustFaultKind'];
      /**
       * @description What the problem concerns: a state, or the fingerprint of a publisher or list.
       * @example DE
       */
      of: string;
    };
    /** @enum {string} */
    ChipTrustFaultKind: 'list_old' | 'publisher_ends' | 'state_ends' | 'revocations_stale';
    Client: {
      /** @example text */
      clientId: string;
      /** @example text */
      enterpriseId: string;
      test: boolean;
      /** @description Whether the client administers the whole service. Only the command line can set this. */
      administrator: boolean;
      /** @example text */
      clientName: string;
      redirectUris: string[];
      postLogoutRedirectUris: string[];
      grantTypes: components['schemas']['GrantType'][];
      scopes: components['schemas']['Scope'][];
      apiScopes: string[];
      /**
       * @description What makes this client privileged: its sensitive scopes, the scopes of your own APIs, and `firstParty`. Operators need the approval of a second operator for these. Always empty for test clients.
       * @example [
       *       "users:write",
       *       "firstParty"
       *     ]
       */
      powers: string[];
      authMethod: components['schemas']['ClientAuthMethod'];
      jwks: components['schemas']['Jwks'] | null;
      /**
       * Format: uri
       * @example https://www.example.com/
       */
      jwksUri: string | null;
      applicationType: components['schemas']['ApplicationType'];
      firstParty: boolean;
      consentEachTime: boolean;
      accessTokenTtl: number | null;
      refreshTokenTtl: number | null;
      /**
       * Format: uri
       * @example https://www.example.com/
       */
      errorUrl: string | null;
      /**
       * Format: uri
       * @example https://www.example.com/
       */
      logoUri: string | null;
      allowedOrigins: string[];
      allowedCallers: string[];
      /**
       * Format: uri
       * @example https://www.example.com/
       */
      backchannelLogoutUri: string | null;
      idTokenSignedResponseAlg: components['schemas']['IdTokenAlgorithm'];
      userinfoSignedResponseAlg: components['schemas']['IdTokenAlgorithm'] | null;
      dpopBoundAccessTokens: boolean;
      requirePushedAuthorizationRequests: boolean;
      requirePkce: boolean;
      securityProfile: components['schemas']['SecurityProfile'] | null;
      jwtAccessTokens: boolean;
      /** @example text */
      accessTokenAudience: string | null;
      kyc: components['schemas']['ShownKyc'] | null;
      idv: components['schemas']['IdvSettings'] | null;
      leastLevel: components['schemas']['SignInLevel'] | null;
      defaultAcrValues: components['schemas']['AcrValue'][];
      authorizationDetailsTypes: string[];
      backchannel: components['schemas']['Backchannel'] | null;
      /** @description The secrets that are valid now, newest first. */
      secrets: components['schemas']['ClientSecret'][];
      /**
       * @description When the client last obtained or used a token, accurate to one or two minutes. `null`: no use has been recorded.
       * @example 1767225600000
       */
      lastUsedTs: number | null;
      createdTs: number;
      /**
       * @description Who created the client: the `clientId` of a client, `operator:` and the id of an operator at the console, `operator` for the command line, `configuration` for configuration files, `registration:` and the id of an initial access token for a client that has registered itself, or `the service`.
       * @example operator
       */
      createdBy: string;
      updatedTs: number;
    };
    /** @enum {string} */
    ClientAuthMethod: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
    ClientList: {
      clients: components['schemas']['Client'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    ClientRefusal: {
      /**
       * @description When the client was last refused for this reason, in milliseconds since 1970.
       * @example 1767225600000
       */
      refusedTs: number;
      /**
       * @description The OAuth error code that the client received.
       * @example invalid_grant
       */
      error: string;
      /**
       * @description The check that failed.
       * @example authorization code redirect_uri mismatch
       */
      reason: string;
      /**
       * @description The id of the refused request, as it appears in the server log.
       * @example 018f2f6e-7c1d-7a3b-9c4d-5e6f708192a3
       */
      requestId: string;
    };
    ClientRefusals: {
      refusals: components['schemas']['ClientRefusal'][];
    };
    ClientSecret: {
      /**
       * @description When the secret was created, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the secret expires, in milliseconds since 1970. `null`: it stays valid until it is replaced.
       * @example 1767225600000
       */
      endsTs: number | null;
    };
    ClientWithSecret: {
      /** @example text */
      clientId: string;
      /** @example text */
      enterpriseId: string;
      test: boolean;
      /** @description Whether the client administers the whole service. Only the command line can set this. */
      administrator: boolean;
      /** @example text */
      clientName: string;
      redirectUris: string[];
      postLogoutRedirectUris: string[];
      grantTypes: components['schemas']['GrantType'][];
      scopes: components['schemas']['Scope'][];
      apiScopes: string[];
      /**
       * @description What makes this client privileged: its sensitive scopes, the scopes of your own APIs, and `firstParty`. Operators need the approval of a second operator for these. Always empty for test clients.
       * @example [
       *       "users:write",
       *       "firstParty"
       *     ]
       */
      powers: string[];
      authMethod: components['schemas']['ClientAuthMethod'];
      jwks: components['schemas']['Jwks'] | null;
      /**
       * Format: uri
       * @example https://www.example.com/
       */
      jwksUri: string | null;
      applicationType: components['schemas']['ApplicationType'];
      firstParty: boolean;
      consentEachTime: boolean;
      accessTokenTtl: number | null;
      refreshTokenTtl: number | null;
      /**
       * Format: uri
       * @example https://www.example.com/
       */
      errorUrl: string | null;
      /**
       * Format: uri
       * @example https://www.example.com/
       */
      logoUri: string | null;
      allowedOrigins: string[];
      allowedCallers: string[];
      /**
       * Format: uri
       * @example https://www.example.com/
       */
      backchannelLogoutUri: string | null;
      idTokenSignedResponseAlg: components['schemas']['IdTokenAlgorithm'];
      userinfoSignedResponseAlg: components['schemas']['IdTokenAlgorithm'] | null;
      dpopBoundAccessTokens: boolean;
      requirePushedAuthorizationRequests: boolean;
      requirePkce: boolean;
      securityProfile: components['schemas']['SecurityProfile'] | null;
      jwtAccessTokens: boolean;
      /** @example text */
      accessTokenAudience: string | null;
      kyc: components['schemas']['ShownKyc'] | null;
      idv: components['schemas']['IdvSettings'] | null;
      leastLevel: components['schemas']['SignInLevel'] | null;
      defaultAcrValues: components['schemas']['AcrValue'][];
      authorizationDetailsTypes: string[];
      backchannel: components['schemas']['Backchannel'] | null;
      /** @description The secrets that are valid now, newest first. */
      secrets: components['schemas']['ClientSecret'][];
      /**
       * @description When the client last obtained or used a token, accurate to one or two minutes. `null`: no use has been recorded.
       * @example 1767225600000
       */
      lastUsedTs: number | null;
      createdTs: number;
      /**
       * @description Who created the client: the `clientId` of a client, `operator:` and the id of an operator at the console, `operator` for the command line, `configuration` for configuration files, `registration:` and the id of an initial access token for a client that has registered itself, or `the service`.
       * @example operator
       */
      createdBy: string;
      updatedTs: number;
      /**
       * @description The client secret. It is shown only in this response: the service stores only its hash.
       * @example text
       */
      clientSecret?: string;
    };
    CreateApi: {
      /**
       * @description The name of the API, for operators.
       * @example Orders
       */
      name: string;
      /**
       * @description The address of the API. It is the `aud` of the tokens for this API, and the `resource` that clients name (RFC 8707). It is compared character by character. It must be unique in this service and cannot be changed later. A live API and a test API need different addresses.
       * @example https://orders.bank.example
       */
      resource: string;
      /**
       * @description The scopes of the API. Each name is unique among your APIs.
       * @example [
       *       {
       *         "name": "orders.read",
       *         "audience": "user",
       *         "description": {
       *           "en": "See your orders",
       *           "de": "Bestellungen sehen"
       *         }
       *       }
       *     ]
       */
      scopes: components['schemas']['ApiScope'][];
      /**
       * @description `jwt`: the API verifies the token itself (RFC 9068). `opaque`: the API verifies the token by introspection, so a revocation takes effect at once.
       * @default jwt
       */
      accessTokenFormat?: components['schemas']['AccessTokenFormat'];
      /**
       * @description The lifetime of the access tokens for this API, in seconds. `null`: the lifetime that is set for the client applies.
       * @example 600
       */
      accessTokenTtl?: number | null;
      /**
       * @description The algorithm that signs the tokens of this API.
       * @default ES256
       */
      signingAlg?: components['schemas']['IdTokenAlgorithm'];
      /**
       * @description The claims about the user in the tokens of this API: at most 20. Each key is the name of a claim. Each value is a source, or a source with a `map` that translates its values. Values that the map does not contain are omitted. Sources: `attributes.` followed by the name of an attribute, userId, firstName, lastName, emailId, emailVerified, mobileNumber, language, primaryGroup, groups. Reserved names such as `sub` and `scope` are refused.
       * @example {
       *       "groups": "groups",
       *       "roles": {
       *         "from": "groups",
       *         "map": {
       *           "vip": "gold"
       *         }
       *       }
       *     }
       */
      claims?: {
        [key: string]: unknown;
      };
      /**
       * @description The `clientId` that the API itself uses to introspect tokens (RFC 7662) and to exchange them. This client can introspect only tokens for this API. `null`: there is no such client.
       * @example 0198c0de-0000-7000-8000-000000000001
       */
      introspectionClientId?: string | null;
      /**
       * @description The `resource` of each of your APIs whose tokens may be exchanged for tokens of this API (RFC 8693). The client in `introspectionClientId` of the other API requests the exchange.
       * @example []
       */
      exchangeFrom?: string[];
    };
    CreateAuthorizationDetailType: {
      /**
       * @description The `type` of the details, which you choose.
       * @example card_limit
       */
      type: string;
      /**
       * @description The JSON Schema of a detail, without the member `type`. Supported: objects with `properties` and `required`; texts with `minLength`, `maxLength` (at most 140), `pattern`, `enum` and `const`; whole numbers with `minimum` and `maximum`; booleans. A detail with members that the schema does not name is never accepted. A `pattern` must start with `^` and end with `$`. It must not contain groups or alternatives, and can have at most three variable repetitions (`?` or `{1,5}`).
       * @example {
       *       "type": "object",
       *       "required": [
       *         "limit",
       *         "card"
       *       ],
       *       "properties": {
       *         "limit": {
       *           "type": "string",
       *           "pattern": "^[0-9]{1,6} [A-Z]{3}$"
       *         },
       *         "card": {
       *           "type": "string",
       *           "maxLength": 40
       *         }
       *       }
       *     }
       */
      schema: {
        [key: string]: unknown;
      };
      /**
       * @description The texts that people read, one element for each language. English (`en`) is required. Each text must contain a placeholder for each member, so that people see everything that they approve.
       * @example [
       *       {
       *         "lng": "en",
       *         "subject": "Set your limit to {limit}?",
       *         "message": "For the card {card}"
       *       }
       *     ]
       */
      texts: components['schemas']['AuthorizationDetailText'][];
    };
    CreateClient: {
      /** @description The allowed redirect addresses. They must match exactly. Web clients: https, or for test clients also http on the loopback address. Native clients: https, http on the loopback address (any port matches), or a private scheme such as com.example.app: */
      redirectUris?: string[];
      /** @description The addresses to which users may be redirected after logout. */
      postLogoutRedirectUris?: string[];
      /**
       * @description How the client authenticates at the token endpoint.
       * @default client_secret_basic
       */
      authMethod?: components['schemas']['ClientAuthMethod'];
      /** @description The public keys with which the service verifies the client's assertions. With the `authMethod` `private_key_jwt`, either `jwks` or `jwksUri` is required. */
      jwks?: components['schemas']['Jwks'] | null;
      /**
       * Format: uri
       * @description The address at which the client publishes its public keys. Use it instead of `jwks`. When the service needs a key, it reads at most 20 keys from this address, and caches them for five minutes.
       * @example https://www.example.com/
       */
      jwksUri?: string | null;
      /** @default web */
      applicationType?: components['schemas']['ApplicationType'];
      /**
       * @description Whether the client is your own application. Users are then asked for consent only if `consentEachTime` is set.
       * @default false
       */
      firstParty?: boolean;
      /**
       * @description Whether users must consent at each sign-in to this client, even if it is your own application or they have consented before. A request with `prompt=none` then fails with `consent_required`.
       * @default false
       */
      consentEachTime?: boolean;
      /** @description The lifetime of access tokens, in seconds. Default: 300 for tokens of users, 3600 for tokens of the client itself. */
      accessTokenTtl?: number | null;
      /** @description The lifetime of refresh tokens, in seconds. Default: 14 days. */
      refreshTokenTtl?: number | null;
      /**
       * Format: uri
       * @description The address to which the error pages of this service link, so that users can return to the client.
       * @example https://www.example.com/
       */
      errorUrl?: string | null;
      /**
       * Format: uri
       * @description The address of the client's logo. The consent page shows it.
       * @example https://www.example.com/
       */
      logoUri?: string | null;
      /** @description The browser origins that may call the token and userinfo endpoints (CORS). Pages inside a native app have the origin `app://localhost`, `capacitor://localhost`, `ionic://localhost`, `https://localhost` or `http://localhost`. */
      allowedOrigins?: string[];
      /** @description The IP addresses and subnets from which the client's tokens may be used. Default: any address. */
      allowedCallers?: string[];
      /**
       * Format: uri
       * @description The address that the service calls when a session ends (OpenID Connect Back-Channel Logout).
       * @example https://www.example.com/
       */
      backchannelLogoutUri?: string | null;
      /** @default RS256 */
      idTokenSignedResponseAlg?: components['schemas']['IdTokenAlgorithm'];
      /** @description If an algorithm is set, the userinfo endpoint returns a JWT that is signed with it. Otherwise, it returns plain JSON. */
      userinfoSignedResponseAlg?: components['schemas']['IdTokenAlgorithm'] | null;
      /**
       * @description Whether the client can obtain only tokens that are bound to a DPoP key.
       * @default false
       */
      dpopBoundAccessTokens?: boolean;
      /**
       * @description Whether the client must start each sign-in with a pushed authorization request (RFC 9126).
       * @default false
       */
      requirePushedAuthorizationRequests?: boolean;
      /**
       * @description Whether the client must use PKCE (RFC 7636) for each sign-in. A client without a secret must always use it.
       * @default false
       */
      requirePkce?: boolean;
      /** @description `fapi2` selects the FAPI 2.0 Security Profile. It requires the `authMethod` `private_key_jwt`. The client signs its assertions with PS256, ES256 or EdDSA, and the issuer is their only audience. The profile turns on `requirePkce`, `requirePushedAuthorizationRequests` and `dpopBoundAccessTokens`, and sets `idTokenSignedResponseAlg` to ES256. Refresh tokens are not replaced when they are used. */
      securityProfile?: components['schemas']['SecurityProfile'] | null;
      /**
       * @description Whether access tokens that only identify the user are JWTs. Set this for software that reads the token itself. Access tokens for the APIs of this service are always JWTs.
       * @default false
       */
      jwtAccessTokens?: boolean;
      /**
       * @description With `jwtAccessTokens`: the `clientId` of the client that receives these tokens as their audience, for example your API gateway. That client must belong to the same enterprise. Default: the client itself.
       * @example 0198c0de-0000-7000-8000-000000000001
       */
      accessTokenAudience?: string | null;
      /**
       * @description The minimum sign-in level that this client accepts. `1`: one factor. `2`: two factors. `3`: two factors, one of which cannot be phished. A user who is signed in at a lower level is asked for the missing factor. Default: `null`, which accepts any level.
       * @example 2
       */
      leastLevel?: components['schemas']['SignInLevel'] | null;
      /**
       * @description The `acr_values` for authorization requests that contain none. They are only a preference: a user who cannot reach the level can still sign in.
       * @example [
       *       "urn:countersign:acr:2"
       *     ]
       */
      defaultAcrValues?: components['schemas']['AcrValue'][];
      /**
       * @description The scopes of your own APIs that the client may request. You register APIs by `POST /v1/apis`. The client requests a token for one API at a time.
       * @example [
       *       "orders.read"
       *     ]
       */
      apiScopes?: string[];
      /**
       * @description The types of `authorization_details` (RFC 9396) that the client may send. `payment_initiation` is built in. You can create other types by `POST /v1/authorizationDetailTypes`.
       * @example [
       *       "payment_initiation"
       *     ]
       */
      authorizationDetailsTypes?: string[];
      /** @description How the client asks people to approve something on their phones (OpenID Connect CIBA). Required with the grant type `urn:openid:params:grant-type:ciba`. */
      backchannel?: components['schemas']['Backchannel'] | null;
      /** @description Your KYC endpoint. The service calls it for each verified person. */
      kyc?: components['schemas']['Kyc'] | null;
      /** @description Settings for identity verifications that the client creates. */
      idv?: components['schemas']['IdvSettings'] | null;
      /**
       * @description The name of the client. Users see it on the consent page.
       * @example Online banking
       */
      clientName: string;
      grantTypes: components['schemas']['GrantType'][];
      /** @description All scopes of this service that the client may request. The list can be empty only if `apiScopes` is not. */
      scopes: components['schemas']['Scope'][];
      /** @description Whether this is a test client. A test client sees and changes test data only. Default: the same as the client that creates it. This cannot be changed later. */
      test?: boolean;
    };
    CreateEnterprise: {
      /** @description The appearance of hosted pages for users of this enterprise. Sending this field replaces the old value completely. */
      branding?: components['schemas']['Branding'];
      /**
       * @description How many days a DELETED user can still be read before all personal data is erased. Default: 30.
       * @example 90
       */
      retentionDays?: number;
      /**
       * @description The number of days without use after which an ACTIVE user becomes INACTIVE. `null`: never. Default: `null`.
       * @example 365
       */
      inactivityDays?: number | null;
      /** @description The period of the day in which users get no push notifications. `null`: there is no such period. Default: `null`. Sending this field replaces the old value completely. */
      quietHours?: components['schemas']['QuietHours'] | null;
      /**
       * @description How many MiB of notifications and templates the clients of the enterprise may create per day (UTC). `null`: the setting `NOTIFICATION_DAILY_STORAGE` applies. Default: `null`.
       * @example 512
       */
      dailyNotificationMiB?: number | null;
      /** @description The rate limit for all clients of the enterprise together. `null`: the settings `ENTERPRISE_RATE_LIMIT` and `ENTERPRISE_RATE_BURST` apply. Default: `null`. Sending this field replaces the old value completely. */
      rateLimit?: components['schemas']['RateLimit'] | null;
      /** @description A server of the enterprise that delivers codes and notices to its users, instead of the mail server of the service. `null`: the service sends them. Default: `null`. Sending this field replaces both the address and the secret. */
      messages?: components['schemas']['MessageChannel'] | null;
      /**
       * @description Whether every client of the enterprise must use PKCE for sign-ins, even if its own `requirePkce` is false. Default: `false`.
       * @example true
       */
      requirePkce?: boolean;
      /** @description What users may do on the sign-in pages. Members that you do not send keep their values. */
      signIn?: components['schemas']['SignInSettings'];
      /**
       * @description Your own id for the enterprise. It cannot be changed later.
       * @example acme
       */
      enterpriseId: string;
      /**
       * @description The name of the enterprise. Users see it on hosted pages.
       * @example Acme Bank
       */
      name: string;
    };
    CreateIdvWebToken: {
      /**
       * @description The user to verify. The user must be ONBOARDING, CREATED, ACTIVE or RESET.
       * @example jane.doe
       */
      userId: string;
      /**
       * Format: uri
       * @description The address to which the browser is redirected after the verification. It is used exactly as you send it.
       * @example https://portal.example.com/verified?order=4711
       */
      redirectUrl?: string;
      /**
       * Format: uri
       * @description Another name for `redirectUrl`. Send one of the two.
       * @example https://portal.example.com/verified?order=4711
       */
      redirectUri?: string;
      /**
       * Format: uri
       * @description The address to which the browser is redirected after any final status other than VERIFIED. Default: `redirectUrl`.
       * @example https://portal.example.com/not-verified
       */
      errorUrl?: string;
      /**
       * Format: uri
       * @description Another name for `errorUrl`.
       * @example https://portal.example.com/not-verified
       */
      errorUri?: string;
      /**
       * @description How many seconds the user has to start the verification.
       * @default 900
       */
      expiresIn?: number;
      /**
       * @description The language of the pages of this session (BCP 47). The user can choose another language there. Default: the user's language, or else the language of the browser.
       * @example de
       */
      language?: string;
      /**
       * @description Your own data. It is returned in the result and in webhooks. In test mode, three members control the session. `simulate` is the status with which the session ends, or `REVIEW` for a review of a document that the service draws. `reasons` are the reasons of the result. `engine: built-in` uses the engine for live users instead of the simulated one.
       * @example {
       *       "order": 4711
       *     }
       */
      payload?: {
        [key: string]: unknown;
      };
    };
    CreateInitialAccessToken: {
      /**
       * @description The purpose of the token. Operators see this text.
       * @example Partners, spring 2026
       */
      name: string;
      /**
       * @description How many clients can be registered with the token.
       * @default 1
       * @example 1
       */
      uses?: number;
      /**
       * @description How long the token can be used, in seconds.
       * @default 86400
       * @example 604800
       */
      expiresIn?: number;
      /**
       * @description The grant types that a client may register. Each client requests those that it needs. Default: `authorization_code` and `refresh_token`.
       * @example [
       *       "authorization_code",
       *       "refresh_token"
       *     ]
       */
      grantTypes?: components['schemas']['RegistrableGrant'][];
      /**
       * @description The scopes that a client may register. A client that requests none gets all of them. The list can be empty only if `apiScopes` is not.
       * @example [
       *       "openid",
       *       "profile"
       *     ]
       */
      scopes: components['schemas']['RegistrableScope'][];
      /**
       * @description The scopes of your own APIs that a client may register.
       * @example [
       *       "orders.read"
       *     ]
       */
      apiScopes?: string[];
      /**
       * @description The origins to which a client may have users redirected: https origins, `http://127.0.0.1` (any port), or the schemes of apps. If the list is empty, any address that is allowed for this kind of client can be used.
       * @example [
       *       "https://partner.example.com"
       *     ]
       */
      redirectOrigins?: string[];
    };
    CreateNotification: {
      /**
       * @description The user who is asked. The user must be ACTIVE.
       * @example jane.doe
       */
      user_id: string;
      /**
       * @description Your own id for the transaction, for idempotency. If you repeat the request with the same `msg_id`, no second notification is created. Only `expires_in` may differ in the repeated request.
       * @example payment-4711
       */
      msg_id: string;
      /**
       * @description For how many seconds the user can answer.
       * @example 300
       */
      expires_in: number;
      /** @description The texts, one element for each language. Together with the actions, they may have at most 65536 bytes of JSON. Send either `body`, or `template_id` and `values`. */
      body?: components['schemas']['NotificationBody'][];
      /**
       * @description The template from which the texts are generated.
       * @example payment
       */
      template_id?: string;
      /**
       * @description The version of the template. Default: the newest.
       * @example 2
       */
      template_version?: number;
      /**
       * @description The values of the variables. Each key is the name of a variable. Numbers, amounts of money and dates are formatted for each language.
       * @example {
       *       "amount": {
       *         "amount": "25.00",
       *         "currency": "EUR"
       *       },
       *       "payee": "Bookshop"
       *     }
       */
      values?: {
        [key: string]: unknown;
      };
      /** @description The answers from which the user chooses. */
      actions: components['schemas']['NotificationAction'][];
      /**
       * @description Whether one of the user's devices must sign the answer.
       * @default true
       */
      ds_required?: boolean;
      /** @description The text of the push notification. Locked screens may show it, so it must contain nothing sensitive. Default: a general text. */
      notification_msg?: components['schemas']['PushMessage'];
      /**
       * Format: uri
       * @description The address to which the service sends the final state. It must have the same origin as a registered webhook endpoint.
       * @example https://bank.example/countersign/answers
       */
      callback_url?: string;
    };
    CreateNotificationTemplate: {
      /**
       * @description The variables: the parts of the texts that differ from one notification to the next.
       * @example [
       *       {
       *         "name": "amount",
       *         "type": "money"
       *       },
       *       {
       *         "name": "payee",
       *         "type": "text",
       *         "max": 70
       *       }
       *     ]
       */
      variables: components['schemas']['TemplateVariable'][];
      /**
       * @description The texts. Write `{{name}}` where the value of a variable belongs. The texts of each language must contain every variable. All texts together have at most 65536 bytes of JSON, both before and after the values are filled in.
       * @example [
       *       {
       *         "lng": "en",
       *         "subject": "Confirm your payment",
       *         "message": "Pay {{amount}} to {{payee}}?"
       *       }
       *     ]
       */
      body: components['schemas']['NotificationBody'][];
      /**
       * @description Your own id for the template.
       * @example payment
       */
      template_id: string;
    };
    CreateSignalStream: {
      /**
       * @description How events are delivered. Default: you fetch them (poll).
       * @example {
       *       "method": "urn:ietf:rfc:8935",
       *       "endpoint_url": "https://receiver.example/events",
       *       "authorization_header": "Bearer 5f1c2b9e"
       *     }
       */
      delivery?: components['schemas']['SignalDelivery'];
      /**
       * @description The events that you want. Events that the service does not support are ignored.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled"
       *     ]
       */
      events_requested?: string[];
      /**
       * @description Your own description of the stream.
       * @example Session management of the bank
       */
      description?: string;
    };
    CreateUser: {
      /**
       * @description Your own id for the user. It can never be used for another user, even after this user is deleted.
       * @example jane.doe
       */
      userId: string;
      /**
       * @description The primary group of the user.
       * @example retail
       */
      primaryGroup: string;
      /**
       * @description The status after the enrolment. Use ONBOARDING if the user must pass an identity verification first. A user with a `passwordHash` is ACTIVE instead of CREATED.
       * @default CREATED
       * @example ONBOARDING
       * @enum {string}
       */
      preferredStatus?: 'ONBOARDING' | 'CREATED';
      /**
       * @description The given names, in any script.
       * @example Jane
       */
      firstName?: string | null;
      /**
       * @description The family names, in any script.
       * @example Doe
       */
      lastName?: string | null;
      /**
       * @description The other groups of the user.
       * @example [
       *       "gold"
       *     ]
       */
      secondaryGroups?: string[];
      /**
       * Format: email
       * @description The e-mail address of the user. Activation codes and messages are sent to it.
       * @example jane.doe@example.com
       */
      emailId?: string | null;
      /**
       * @description Whether you confirm that the user reads mail at this address. Send `true` only if you have checked this yourself. Applications then see `email_verified`. Send `false` to withdraw the confirmation. Default: the service itself verifies the address when the user enters a code that was mailed to it. Operators cannot send `true`, and cannot send this field when they correct a user.
       * @example true
       */
      emailVerified?: boolean;
      /**
       * @description The mobile number of the user, in international form (E.164).
       * @example +4915112345678
       */
      mobileNumber?: string | null;
      /**
       * @description A second name with which the user can sign in, besides the user id. User ids and login ids share one namespace.
       * @example jane
       */
      loginId?: string | null;
      /**
       * @description The language of the user (BCP 47). Default: `en` in messages, and the language of the browser on pages.
       * @example de
       */
      language?: string;
      /**
       * @description An activation code of your own. The service does not send it: you give it to the user yourself.
       * @example K7M2-9QXD
       */
      predefinedCode?: string | null;
      /**
       * @description A note for your own staff.
       * @example text
       */
      comments?: string | null;
      /**
       * @description Up to 20 facts about the user, under names that you choose. Tokens for your own APIs can contain them as claims. A change replaces all of them.
       * @example {
       *       "department": "Payments"
       *     }
       */
      attributes?: {
        [key: string]: string;
      };
      /**
       * @description The hash of the password that the user already has in another system: argon2id, argon2i, bcrypt, PBKDF2 or scrypt, as a PHC string or in the format of Django, Passlib or Werkzeug, or `{SSHA}` of LDAP. The user is ACTIVE at once and signs in with that password. At the first sign-in, the service replaces the hash with its own. No response contains the hash.
       * @example null
       */
      passwordHash?: string | null;
      /**
       * @description With a `passwordHash`: the secret of the authenticator app that the user already uses for another system (TOTP with SHA-1, six digits, 30 seconds), in base32. The app remains the second factor. No response contains the secret.
       * @example null
       */
      totpSecret?: string | null;
    };
    CreateWebhookEndpoint: {
      /**
       * Format: uri
       * @description The address to which webhooks are sent. It must be a public `https` address without credentials or a fragment. In development mode, `http` on the same machine is also allowed.
       * @example https://bank.example/webhooks/countersign
       */
      url: string;
      /**
       * @description The event types to which the endpoint subscribes. The section *Webhooks* of this document describes each type. If the list is empty, the endpoint receives only callbacks of notifications whose `callback_url` has the same origin.
       * @example [
       *       "user.status_changed"
       *     ]
       */
      eventTypes: components['schemas']['WebhookEventType'][];
      /**
       * @description Whether events are delivered to the endpoint. Events that happen while it is disabled are never delivered.
       * @default true
       * @example true
       */
      enabled?: boolean;
    };
    CreatedNotification: {
      /**
       * Format: uuid
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      notification_uuid: string;
      /** @example ACTIVE */
      status: components['schemas']['NotificationStatus'];
      /** @example NONE */
      delivery_status: components['schemas']['DeliveryStatus'];
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      create_ts: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      expiry_timestamp: string;
      /**
       * @description The digest that devices sign: SHA-256 of the canonical content (RFC 8785), in base64url.
       * @example NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs
       */
      content_digest: string;
      /**
       * @description The actions whose `authlevel` the user cannot meet now, because a passkey, a password or a stored face is missing. Omitted if there are none.
       * @example [
       *       "accept"
       *     ]
       */
      unmet_actions?: string[];
    };
    /** @enum {string} */
    DataSide: 'live' | 'test';
    DecideIdvReview: {
      /**
       * @description The final status to give to the session.
       * @example VERIFIED
       */
      outcome: components['schemas']['IdvReviewOutcome'];
      /**
       * @description The reason for your decision, in your own words. The note is encrypted, stored for as long as the evidence, and shown only to reviewers.
       * @example Same person, older picture.
       */
      reason: string;
      /**
       * @description Reason codes for the result. Each must fit the `outcome`. Default: the doubts that fit the outcome, or else the general reason for this outcome.
       * @example []
       */
      reasons?: components['schemas']['IdvReason'][];
    };
    DecidedIdvReview: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      reviewId: string;
      /**
       * @description The status of the session after this decision.
       * @example VERIFIED
       */
      status: components['schemas']['IdvStatus'];
      /** @description Whether this decision ended the review. `false`: a second person must make the same decision (four-eyes principle). */
      final: boolean;
    };
    /** @enum {string} */
    DeliveryStatus: 'NONE' | 'NOTIFIED' | 'PARTIALLY_NOTIFIED' | 'FAILED_TO_NOTIFY';
    Device: {
      /**
       * Format: uuid
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      deviceId: string;
      /** @example Jane's phone */
      name: string;
      /** @example ios */
      platform: components['schemas']['DevicePlatform'];
      /** @description Whether the device is blocked. While it is blocked, its signatures are refused. */
      blocked: boolean;
      /**
       * @description When the device was registered, in milliseconds since 1970.
       * @example 1767225600000
       */
      registeredTs: number;
      /**
       * @description When the device was last used, in milliseconds since 1970, accurate to the hour.
       * @example 1767225600000
       */
      lastSeenTs: number;
      /**
       * @description The thumbprint of the device's public key (RFC 7638, SHA-256, base64url).
       * @example NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs
       */
      thumbprint: string;
      /** @description The manufacturer’s attestation of the device’s key. Absent if the app sent no attestation. */
      attestation?: components['schemas']['DeviceAttestation'];
    };
    DeviceAttestation: {
      /** @example android-key */
      format: components['schemas']['AttestationFormat'];
      /**
       * @description `verified`: the attestation belongs to the key of the device, and its certificates lead to a root certificate that the operator trusts. `unverified`: the attestation belongs to the key but is not verified, and `because` states the reason.
       * @example verified
       */
      verdict: components['schemas']['AttestationVerdict'];
      /**
       * @description Why the attestation is not verified.
       * @example unknown_root
       */
      because?: components['schemas']['UnverifiedReason'];
      /**
       * @description Where the key is stored, or what vouches for it: `software`, `tee` or `strongbox` on Android, `secure_enclave` on iOS, or the format of a WebAuthn attestation.
       * @example strongbox
       */
      protection: string;
      /**
       * @description The app that requested the key.
       * @example com.example.bank
       */
      app?: string;
      /**
       * Format: date-time
       * @description When the attestation was checked.
       * @example 2026-06-01T12:00:00.000Z
       */
      checkedAt: string;
    };
    DeviceList: {
      devices: components['schemas']['Device'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    /** @enum {string} */
    DevicePlatform: 'web' | 'ios' | 'android';
    EnrolledUser: {
      /** @example jane.doe */
      userId: string;
      /** @example Jane */
      firstName: string | null;
      /** @example Doe */
      lastName: string | null;
      /** @example retail */
      primaryGroup: string;
      /**
       * @example [
       *       "gold"
       *     ]
       */
      secondaryGroups: string[];
      /** @example jane.doe@example.com */
      emailId: string | null;
      /** @description Whether the address is verified: the user has entered a code that was mailed to it, or you have vouched for it. */
      emailVerified: boolean;
      /** @example +4915112345678 */
      mobileNumber: string | null;
      /** @example jane */
      loginId: string | null;
      /** @example de */
      language: string;
      /**
       * @description The note for your own staff.
       * @example text
       */
      comments: string | null;
      /**
       * @description The facts about the user that your own APIs may get as claims.
       * @example {
       *       "department": "Payments"
       *     }
       */
      attributes: {
        [key: string]: string;
      };
      /** @example ONBOARDING */
      status: components['schemas']['UserStatus'];
      /** @description What blocked a BLOCKED user: the `enterprise`, or wrong `attempts`. */
      blockedBy?: components['schemas']['UserStatusChanger'];
      /** @description The newest status change. Omitted if the status has not changed since the enrolment. */
      statusChange?: components['schemas']['StatusChange'];
      /**
       * @description When the user was last active, in milliseconds since 1970, accurate to the hour.
       * @example 1767225600000
       */
      lastActiveTs: number | null;
      /**
       * @description When the user was enrolled, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the user was last changed, in milliseconds since 1970.
       * @example 1767225600000
       */
      updatedTs: number;
      /**
       * @description The client that enrolled the user.
       * @example portal
       */
      createdBy: string;
      /**
       * @description The KYC reference of the newest verification that has one.
       * @example text
       */
      kycReferenceId: string | null;
      /**
       * @description `sent`: an activation code was sent to the user. `none`: no code was sent. The user cannot activate yet or has no address, or you set a code yourself.
       * @enum {string}
       */
      activation: 'sent' | 'none';
    };
    Enterprise: {
      /** @example acme */
      enterpriseId: string;
      /** @example Acme Bank */
      name: string;
      branding: components['schemas']['Branding'];
      /** @example 90 */
      retentionDays: number;
      /** @example 365 */
      inactivityDays: number | null;
      quietHours: components['schemas']['QuietHours'] | null;
      /** @example 512 */
      dailyNotificationMiB: number | null;
      rateLimit: components['schemas']['RateLimit'] | null;
      requirePkce: boolean;
      signIn: components['schemas']['SignIn'];
      /** @description The server of the enterprise that delivers messages to its users. `null`: the service sends them. */
      messages: components['schemas']['ShownMessageChannel'] | null;
      /**
       * @description When the enterprise was created, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the enterprise was last changed, in milliseconds since 1970.
       * @example 1767225600000
       */
      updatedTs: number;
    };
    EnterpriseList: {
      enterprises: components['schemas']['Enterprise'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    Evidence: {
      /**
       * @description The JWS that the device signed.
       * @example text
       */
      statement: string;
      /** @description The content about which the user was asked. */
      content: components['schemas']['EvidenceContent'];
      /** @description The device that signed the answer. */
      device: components['schemas']['EvidenceDevice'];
      /** @description What the user approved, in machine-readable form: the client, its `binding_message` and `authorization_details`, and the template of the text. Present for the kinds `approval` and `signature`. The value of the answer ends with the digest of this member, computed without `texts`. */
      request?: {
        [key: string]: unknown;
      };
      /**
       * @description A JWS that is signed by this service and confirms all other members.
       * @example text
       */
      receipt: string;
    };
    EvidenceContent: {
      /** @description The actions from which the user could choose, in the order in which they were sent. */
      actions: {
        [key: string]: unknown;
      }[];
      /** @description The texts, one element for each language, sorted by `lng`. */
      body: {
        [key: string]: unknown;
      }[];
    };
    EvidenceDevice: {
      /**
       * Format: uuid
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      device_id: string;
      /** @description The public key of the device, as a JWK. */
      public_key?: {
        kty: string;
        crv: string;
        x: string;
        y: string;
      };
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      registered_at: string;
      /** @example jane.doe */
      user_id: string;
      /** @description The manufacturer’s attestation of the device’s key: `format`, `verdict`, `protection`, the time, and the `statement` as the app sent it. Absent if the app sent no attestation. */
      attestation?: {
        [key: string]: unknown;
      };
    };
    /** @enum {string} */
    ExportFormat: 'csv' | 'ndjson';
    ExportReason: {
      /**
       * @description The reason for the export.
       * @example She asked for it in writing
       */
      comments?: string;
    };
    Figure: {
      /** @example idv.sessions */
      name: string;
      /** @example count */
      unit: components['schemas']['FigureUnit'];
      /** @example outcome */
      by: string | null;
      /**
       * @description The length of one step. `null`: the figure shows only the current state.
       * @example day
       */
      step: components['schemas']['FigureStep'] | null;
      series: components['schemas']['FigureSeries'][];
      /**
       * Format: date-time
       * @description The time up to which everything has been counted. `null`: nothing has been counted yet.
       * @example 2026-01-31T09:30:00.000Z
       */
      asOf: string | null;
      /** @description Whether the requested time range ends after `asOf`, so that the last values are incomplete. */
      partial: boolean;
    };
    FigureDefinition: {
      /** @example idv.sessions */
      name: string;
      /** @example count */
      unit: components['schemas']['FigureUnit'];
      /** @example Identity verifications, counted in the hour in which they were created. */
      description: string;
      /**
       * @description The dimensions by which the figure can be split.
       * @example [
       *       "outcome"
       *     ]
       */
      by: string[];
    };
    FigureList: {
      /** @description The figures, ordered by name. */
      figures: components['schemas']['FigureDefinition'][];
    };
    FigureSeries: {
      /**
       * @description The value of the dimension that this series counts. `all`: the figure is not split. `other`: all remaining values. For durations, the key is a percentile: `p50` and `p90` (approximate) for seconds, `p50` and `p95` for milliseconds.
       * @example VERIFIED
       */
      key: string;
      /** @description The points. Each consists of the start of a step and its value. */
      points: [string, number][];
    };
    /** @enum {string} */
    FigureStep: 'hour' | 'day' | 'week';
    /** @enum {string} */
    FigureUnit: 'count' | 'seconds' | 'milliseconds';
    FourEyes: {
      /**
       * Format: uuid
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /**
       * @description The state of the request. `waiting`: no decision has been made yet. `agreed`: approved, and being carried out. `done`: carried out successfully. `failed`: carried out, but ended with an error. `refused`: a second operator refused it. `takenBack`: the requester withdrew it. `fallen`: it expired, because no decision was made within a day.
       * @example waiting
       */
      state: components['schemas']['FourEyesState'];
      /**
       * @description The right that an operator needs to approve the request.
       * @example remove
       */
      right: components['schemas']['RightName'];
      call: components['schemas']['FourEyesCall'];
      /**
       * @description The reason for the request.
       * @example Lost her phone
       */
      comments: string;
      askedBy: components['schemas']['FourEyesOperator'];
      /** @example 1767225600000 */
      askedTs: number;
      /**
       * @description The request expires at this time, in milliseconds since 1970. After that, it can no longer be approved.
       * @example 1767225600000
       */
      fallsTs: number;
      /** @description Who made the decision. `null`: there is no decision, because the request is waiting, has expired, or was closed because the requester lost the right. */
      decidedBy: components['schemas']['FourEyesOperator'] | null;
      /** @example 1767225600000 */
      decidedTs: number | null;
      /**
       * @description The reason for the refusal.
       * @example She did not ask for it
       */
      refusal: string | null;
      answer: components['schemas']['FourEyesAnswer'] | null;
      /**
       * @description What the caller can do with this request now.
       * @example [
       *       "agree",
       *       "refuse"
       *     ]
       */
      allowed: components['schemas']['FourEyesVerb'][];
    };
    FourEyesAnswer: {
      /** @example 200 */
      status: number;
      /**
       * @description The error code. `null`: the call succeeded.
       * @example users/status-refused
       */
      code: string | null;
      /**
       * @description Until this time, the requester can read the response body at `GET /v1/fourEyes/{id}/answer`. In milliseconds since 1970. `null`: there is no body to read.
       * @example 1767225600000
       */
      untilTs: number | null;
    };
    /** @enum {string} */
    FourEyesAskedBy: 'me' | 'others';
    FourEyesCall: {
      /** @example PUT */
      method: string;
      /** @example /v1/users/jane.doe/status */
      path: string;
      /**
       * @description The API route that is called.
       * @example PUT /v1/users/:userId/status
       */
      route: string;
      /**
       * @description The request body, as it was sent. The values of credentials are hidden.
       * @example {
       *       "status": "RESET",
       *       "comments": "Lost her phone"
       *     }
       */
      body: {
        [key: string]: unknown;
      } | null;
    };
    FourEyesList: {
      requests: components['schemas']['FourEyes'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    FourEyesOperator: {
      /**
       * Format: uuid
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /**
       * @description The name of the operator. `null`: the person is no longer an operator.
       * @example Anna Berg
       */
      name: string | null;
    };
    /** @enum {string} */
    FourEyesState: 'waiting' | 'agreed' | 'refused' | 'takenBack' | 'fallen' | 'done' | 'failed';
    /** @enum {string} */
    FourEyesStates: 'waiting' | 'agreed' | 'refused' | 'takenBack' | 'fallen' | 'done' | 'failed' | 'closed';
    /** @enum {string} */
    FourEyesVerb: 'agree' | 'refuse' | 'takeBack';
    Grant: {
      /**
       * @description The id of the enterprise, or `*` for all enterprises.
       * @example *
       */
      enterpriseId: string;
      /**
       * @description Whether the role applies to live data, to test data, or to both.
       * @example both
       */
      side: components['schemas']['GrantSide'];
      /** @example support */
      role: components['schemas']['OperatorRole'];
    };
    /** @enum {string} */
    GrantSide: 'live' | 'test' | 'both';
    /** @enum {string} */
    GrantType:
      | 'authorization_code'
      | 'refresh_token'
      | 'client_credentials'
      | 'urn:ietf:params:oauth:grant-type:device_code'
      | 'urn:openid:params:grant-type:ciba'
      | 'urn:ietf:params:oauth:grant-type:token-exchange';
    GroupLevel: {
      /**
       * @description A primary or secondary group of users.
       * @example staff
       */
      group: string;
      /**
       * @description The lowest level at which members of the group can sign in.
       * @example 2
       */
      leastLevel: components['schemas']['SignInLevel'];
      /**
       * @description The second factors that members of the group can use. Choose from those that all users can use. Default: the same as for all users.
       * @example [
       *       "totp",
       *       "approval"
       *     ]
       */
      factors?: components['schemas']['SecondFactor'][];
      /**
       * @description The maximum number of days for which the browser of a group member is remembered. Default: the same as for all users.
       * @example 30
       */
      rememberBrowserDays?: number;
    };
    /** @enum {string} */
    IdTokenAlgorithm: 'ES256' | 'RS256';
    IdvAttempts: {
      /**
       * @description How many times a document was read.
       * @example 1
       */
      document: number;
      /**
       * @description How many times a selfie was checked.
       * @example 1
       */
      selfie: number;
    };
    /** @enum {string} */
    IdvCheckDigit: 'holds';
    /** @enum {string} */
    IdvCheckState: 'passed' | 'doubt' | 'failed' | 'open';
    IdvChecks: {
      /**
       * @description `doubt`: the engine was unsure. `open`: not checked yet.
       * @example passed
       */
      document: components['schemas']['IdvCheckState'];
      /** @example doubt */
      selfie: components['schemas']['IdvCheckState'];
      /**
       * @description `open`: not checked yet. `notAsked`: the client has no KYC endpoint.
       * @example notAsked
       */
      kyc: components['schemas']['IdvKycState'];
    };
    IdvChipApp: {
      /**
       * @description The name of the app, without an article. The button on the page shows it: _Open Lanternfield_, in the language of the page.
       * @example Lanternfield
       */
      name: string;
      /**
       * @description The link that opens the app: an https app link (universal link) of your domain. Clients in test mode can also use a private scheme. The page appends `#code=…`.
       * @example https://bank.example/app/chip
       */
      link: string;
    };
    /** @enum {string} */
    IdvChipOffer: 'off' | 'offered' | 'required';
    /** @enum {string} */
    IdvChipProof: 'signed_data' | 'genuine_chip';
    /** @enum {string} */
    IdvClaimedReviews: 'none' | 'mine';
    /** @enum {string} */
    IdvComparedField: 'number' | 'birthDate' | 'expiryDate';
    IdvDocument: {
      /** @example passport */
      type: components['schemas']['IdvDocumentType'];
      /**
       * @description The code of the issuing state, as printed on documents (ICAO 9303-3).
       * @example UTO
       */
      country: string;
      /** @example L898902C3 */
      number: string;
      /**
       * Format: date
       * @example 2031-12-31
       */
      expiryDate: string | null;
      /** @example ANNA MARIA */
      firstNames: string | null;
      /** @example ERIKSSON */
      lastNames: string | null;
      /**
       * Format: date
       * @example 1974-08-12
       */
      birthDate: string | null;
      /**
       * @description Present only if neither a machine readable zone nor a code was read. The data then comes from the numbered fields of the document. They have no check digits, and nothing else confirms them.
       * @example numbered_fields
       */
      readBy?: components['schemas']['IdvReadBy'];
      /**
       * @description How the document was captured. `picture`: it was photographed. `chip`: it was photographed, and its chip was then read. All data comes from the chip.
       * @example chip
       */
      method: components['schemas']['IdvMethod'];
      /** @description The proof that the document is genuine. It does not correspond to a level of any scheme. Decide for yourself how much it is worth to you. */
      proof: components['schemas']['IdvProof'];
    };
    /** @enum {string} */
    IdvDocumentType: 'passport' | 'identity_card' | 'residence_permit' | 'driving_licence';
    IdvField: {
      /** @example lastNames */
      name: components['schemas']['IdvFieldName'];
      /**
       * @description The value on the document.
       * @example ERIKSSON
       */
      value: string | null;
      /**
       * @description Where the value was read: in the machine readable zone, in a code, in the printed text, or in the chip. `null`: a vendor read it.
       * @example zone
       */
      source: components['schemas']['IdvFieldSource'] | null;
      /**
       * @description `holds`: the field has a check digit, and it is correct. `null`: the field has no check digit. Documents with a wrong check digit are refused.
       * @example null
       */
      checkDigit: components['schemas']['IdvCheckDigit'] | null;
      /**
       * @description Whether the printed text shows the same value. `other`: it shows nearly the same value. `unseen`: nothing similar was found. `null`: it was not compared.
       * @example same
       */
      printed: components['schemas']['IdvPrinted'] | null;
      /**
       * @description The value in the user's record. Present for names only.
       * @example Eriksson
       */
      record: string | null;
      /** @description Whether the values in the document and in the user record can mean the same. `null`: they were not compared. */
      agrees: boolean | null;
    };
    /** @enum {string} */
    IdvFieldName: 'firstNames' | 'lastNames' | 'birthDate' | 'number' | 'expiryDate' | 'country';
    /** @enum {string} */
    IdvFieldSource: 'zone' | 'barcode' | 'print' | 'chip';
    IdvFindings: {
      /** @description The data that was read from the document. */
      document?: components['schemas']['IdvDocument'];
      /**
       * @example {
       *       "document": 0.99,
       *       "liveness": 0.97,
       *       "face": 0.71
       *     }
       */
      scores?: {
        [key: string]: number;
      };
      /** @description The same data, field by field, compared with other sources. */
      fields: components['schemas']['IdvField'][];
      /** @description The limits with which the scores were compared. */
      thresholds: components['schemas']['IdvThresholds'];
      /** @description Signs that a picture may not be genuine. */
      signals: components['schemas']['ReviewSignal'][];
      pictures: components['schemas']['IdvReviewPicture'][];
      /** @description The decisions of reviewers, oldest first. */
      decisions: components['schemas']['IdvReviewDecision'][];
    };
    /** @enum {string} */
    IdvKycState: 'passed' | 'failed' | 'open' | 'notAsked';
    /** @enum {string} */
    IdvMethod: 'picture' | 'chip';
    /** @enum {string} */
    IdvOverdueReviews: 'only' | 'none';
    /** @enum {string} */
    IdvPrinted: 'same' | 'other' | 'unseen';
    IdvProof: {
      /**
       * @description `none`: the document was photographed, and no signature was verified. `signed_data`: a state has signed the data and the portrait. A copy of the chip would also pass. `genuine_chip`: the chip has also answered a challenge of this session, so it is not a copy.
       * @example genuine_chip
       */
      level: components['schemas']['IdvProofLevel'];
      /**
       * @description How the chip proved that it is not a copy. Present with `genuine_chip`.
       * @example chip_authentication
       */
      by?: components['schemas']['IdvProofKind'];
      /**
       * @description The state that signed the data, as its certificate names it (ISO 3166-1).
       * @example UT
       */
      state?: string;
      /**
       * @description The SHA-256 fingerprint of the certificate of the authority of that state.
       * @example 1f9b2c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f809
       */
      authority?: string;
      /**
       * @description The algorithm of the signature.
       * @example ECDSA with SHA-256
       */
      algorithm?: string;
      /**
       * Format: date-time
       * @description When the certificate of the signer expires.
       * @example 2026-01-31T09:30:00.000Z
       */
      signerUntil?: string;
      /**
       * @description What revocation lists say about the signer. `good`: a current list does not contain the signer. `unknown`: the operator has no list of that state. `stale`: the list should already have been replaced.
       * @example good
       */
      revocation?: components['schemas']['IdvProofRevocation'];
      /** @description Whether a part of the signature uses SHA-1, which is no longer considered safe. */
      weak?: boolean;
      /**
       * @description The fields that were compared and have the same value on the photographed page and in the chip.
       * @example [
       *       "number",
       *       "birthDate",
       *       "expiryDate"
       *     ]
       */
      compared?: components['schemas']['IdvComparedField'][];
      /**
       * Format: date-time
       * @description When the chip was read.
       * @example 2026-01-31T09:30:00.000Z
       */
      readAt?: string;
    };
    /** @enum {string} */
    IdvProofKind: 'chip_authentication' | 'active_authentication';
    /** @enum {string} */
    IdvProofLevel: 'none' | 'signed_data' | 'genuine_chip';
    /** @enum {string} */
    IdvProofRevocation: 'good' | 'unknown' | 'stale';
    /** @enum {string} */
    IdvReadBy: 'numbered_fields';
    /** @enum {string} */
    IdvReason:
      | 'document_unreadable'
      | 'document_expired'
      | 'document_type_not_accepted'
      | 'portrait_missing'
      | 'portrait_suspicious'
      | 'check_digit_mismatch'
      | 'document_data_mismatch'
      | 'duplicate_document'
      | 'chip_not_read'
      | 'chip_wrong_key'
      | 'chip_not_verified'
      | 'chip_issuer_unknown'
      | 'chip_without_proof'
      | 'chip_signature_weak'
      | 'chip_revocation_unknown'
      | 'chip_not_genuine'
      | 'document_revoked'
      | 'face_mismatch'
      | 'liveness_failed'
      | 'selfie_quality'
      | 'capture_suspicious'
      | 'duplicate_face'
      | 'kyc_rejected'
      | 'consent_denied'
      | 'other_way_needed'
      | 'chip_needed';
    IdvReasonDetails: {
      /** @example face_mismatch */
      code: components['schemas']['IdvReason'];
      /** @description Whether the same person can succeed in a new session. */
      retryable: boolean;
    };
    IdvResult: {
      /** @example jane.doe */
      userId: string;
      /** @example VERIFIED */
      status: components['schemas']['IdvStatus'];
      /**
       * @description The reference that your KYC endpoint returned. Present only if KYC is enabled.
       * @example KYC-2026-000123
       */
      kycReferenceId?: string;
      /**
       * Format: date-time
       * @description When the status was reached, or when the user last completed a step.
       * @example 2026-01-31T09:30:00.000Z
       */
      timestamp: string;
      /** @description Why the session did not end as VERIFIED. Empty if the status alone explains it. */
      reasons: components['schemas']['IdvReasonDetails'][];
      /** @description The data read from the document. Present if the user gave the Opt-In (the consent to pass the result on), until the retention ends. */
      document?: components['schemas']['IdvDocument'];
      /**
       * @description The scores that the engine measured, from 0 to 1. Present for as long as `document` is present.
       * @example {
       *       "document": 0.99,
       *       "liveness": 0.97,
       *       "face": 0.93
       *     }
       */
      scores?: {
        [key: string]: number;
      };
      /**
       * @description The raised signals: signs that a picture may not be genuine. Present for as long as `document` is present. Omitted if there are none.
       * @example [
       *       "no_light_response"
       *     ]
       */
      signals?: components['schemas']['IdvSignalKind'][];
      attempts: components['schemas']['IdvAttempts'];
      /** @description Whether the user agreed to pass the result on to your enterprise. `null`: not asked yet. */
      optIn: boolean | null;
      /** @description The `payload` that you sent when you created the session. */
      payload?: {
        [key: string]: unknown;
      };
      /** @description Whether this is a session in test mode. Nothing is really verified in test mode. */
      test: boolean;
      /**
       * Format: date-time
       * @description When the session expires. Present while the session waits for the user.
       * @example 2026-01-31T09:30:00.000Z
       */
      expiresAt?: string;
    };
    IdvReview: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      reviewId: string;
      /**
       * @description The id of the session. Shown only to clients. Operators do not get it, because it gives access to the user's pages.
       * @example kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq
       */
      web_session_id?: string;
      /** @example jane.doe */
      userId: string;
      /** @example REVIEW */
      status: components['schemas']['IdvStatus'];
      /**
       * @description What the engine was unsure about.
       * @example [
       *       "face_mismatch"
       *     ]
       */
      doubts: components['schemas']['IdvReason'][];
      /** @example passport */
      documentType: components['schemas']['IdvDocumentType'] | null;
      /** @example UTO */
      documentCountry: string | null;
      /**
       * Format: date-time
       * @description When the review started to wait, or when it was decided.
       * @example 2026-01-31T09:30:00.000Z
       */
      since: string;
      /** @description Whether the review has waited for 14 days or longer. */
      overdue: boolean;
      /** @description Who is working on the review now. */
      claim: components['schemas']['ReviewClaim'] | null;
    };
    IdvReviewDecision: {
      /**
       * @description Who made this decision: `client:<id>` or `operator:<id>`.
       * @example client:backoffice
       */
      decidedBy: string;
      /**
       * @description The client that made this decision. Omitted if an operator decided.
       * @example backoffice
       */
      clientId?: string;
      /** @example VERIFIED */
      outcome: components['schemas']['IdvReviewOutcome'];
      /** @example [] */
      reasons: components['schemas']['IdvReason'][];
      /**
       * @description The reviewer's note. `null` after its retention has ended.
       * @example Same person, older picture.
       */
      reason: string | null;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      decidedAt: string;
      /** @description Whether this decision ended the review. `false`: a second person must make the same decision (four-eyes principle). */
      final: boolean;
    };
    IdvReviewDetails: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      reviewId: string;
      /**
       * @description The id of the session. Shown only to clients. Operators do not get it, because it gives access to the user's pages.
       * @example kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq
       */
      web_session_id?: string;
      /** @example jane.doe */
      userId: string;
      /** @example REVIEW */
      status: components['schemas']['IdvStatus'];
      /**
       * @description What the engine was unsure about.
       * @example [
       *       "face_mismatch"
       *     ]
       */
      doubts: components['schemas']['IdvReason'][];
      /** @example passport */
      documentType: components['schemas']['IdvDocumentType'] | null;
      /** @example UTO */
      documentCountry: string | null;
      /**
       * Format: date-time
       * @description When the review started to wait, or when it was decided.
       * @example 2026-01-31T09:30:00.000Z
       */
      since: string;
      /** @description Whether the review has waited for 14 days or longer. */
      overdue: boolean;
      /** @description Who is working on the review now. */
      claim: components['schemas']['ReviewClaim'] | null;
      /** @description The data read from the document. Present until its retention ends. */
      document?: components['schemas']['IdvDocument'];
      /**
       * @example {
       *       "document": 0.99,
       *       "liveness": 0.97,
       *       "face": 0.71
       *     }
       */
      scores?: {
        [key: string]: number;
      };
      /** @description Signs that a picture may not be genuine. Raised signals cause the doubts `capture_suspicious` and `portrait_suspicious`. The signals `screen_pattern`, `error_level` and `editing_software` are for information only and never cause a doubt. */
      signals: components['schemas']['ReviewSignal'][];
      pictures: components['schemas']['IdvReviewPicture'][];
      /** @description The decisions of reviewers, oldest first. */
      decisions: components['schemas']['IdvReviewDecision'][];
    };
    IdvReviewList: {
      idvReviews: components['schemas']['IdvReview'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    /** @enum {string} */
    IdvReviewOutcome: 'VERIFIED' | 'DOCUMENT_REJECTED' | 'DOCUMENT_MISMATCH' | 'SELFIE_FAILED';
    IdvReviewPicture: {
      /** @example front */
      kind: string;
      /** @example image/jpeg */
      contentType: string;
      /** @example 412331 */
      bytes: number;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      createdAt: string;
    };
    IdvSession: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      sessionId: string;
      /** @example jane.doe */
      userId: string;
      /**
       * @description The client that created the session.
       * @example portal
       */
      clientId: string;
      /** @example REVIEW */
      status: components['schemas']['IdvStatus'];
      /** @description Why the session did not end as VERIFIED. Empty if the status alone explains it. */
      reasons: components['schemas']['IdvReasonDetails'][];
      /**
       * @description What the engine was unsure about.
       * @example [
       *       "face_mismatch"
       *     ]
       */
      doubts: components['schemas']['IdvReason'][];
      /** @example passport */
      documentType: components['schemas']['IdvDocumentType'] | null;
      /** @example UTO */
      documentCountry: string | null;
      /**
       * @description The current step, or the step at which the session ended. `done`: all steps were passed. `null`: the session ended in an older version of the service.
       * @example selfie
       */
      lastStep: components['schemas']['IdvStep'] | null;
      checks: components['schemas']['IdvChecks'];
      attempts: components['schemas']['IdvAttempts'];
      /** @description Whether the user agreed to pass the result on to your enterprise. `null`: not asked yet. */
      optIn: boolean | null;
      /** @example KYC-2026-000123 */
      kycReferenceId: string | null;
      /** @description Whether a vendor runs this verification on its own pages. */
      byVendor: boolean;
      /**
       * Format: date-time
       * @description When the session was created.
       * @example 2026-01-31T09:30:00.000Z
       */
      openedAt: string;
      /**
       * Format: date-time
       * @description When the user started the verification.
       * @example 2026-01-31T09:30:00.000Z
       */
      startedAt: string | null;
      /**
       * Format: date-time
       * @description When the status or the step last changed.
       * @example 2026-01-31T09:30:00.000Z
       */
      timestamp: string;
      /**
       * Format: date-time
       * @description When the session reached its final status.
       * @example 2026-01-31T09:30:00.000Z
       */
      finishedAt: string | null;
      /**
       * Format: date-time
       * @description When the session expires. Present while the session waits for the user.
       * @example 2026-01-31T09:30:00.000Z
       */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description When the evidence (pictures and data read from them) will be deleted. `null`: the session has no final status yet, or there is no evidence, or it was deleted.
       * @example 2026-01-31T09:30:00.000Z
       */
      evidenceUntil: string | null;
      /** @description Who is working on the review of this session now. */
      claim: components['schemas']['ReviewClaim'] | null;
      /** @description Whether this is a session in test mode. Nothing is really verified in test mode. */
      test: boolean;
    };
    IdvSessionDetails: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      sessionId: string;
      /** @example jane.doe */
      userId: string;
      /**
       * @description The client that created the session.
       * @example portal
       */
      clientId: string;
      /** @example REVIEW */
      status: components['schemas']['IdvStatus'];
      /** @description Why the session did not end as VERIFIED. Empty if the status alone explains it. */
      reasons: components['schemas']['IdvReasonDetails'][];
      /**
       * @description What the engine was unsure about.
       * @example [
       *       "face_mismatch"
       *     ]
       */
      doubts: components['schemas']['IdvReason'][];
      /** @example passport */
      documentType: components['schemas']['IdvDocumentType'] | null;
      /** @example UTO */
      documentCountry: string | null;
      /**
       * @description The current step, or the step at which the session ended. `done`: all steps were passed. `null`: the session ended in an older version of the service.
       * @example selfie
       */
      lastStep: components['schemas']['IdvStep'] | null;
      checks: components['schemas']['IdvChecks'];
      attempts: components['schemas']['IdvAttempts'];
      /** @description Whether the user agreed to pass the result on to your enterprise. `null`: not asked yet. */
      optIn: boolean | null;
      /** @example KYC-2026-000123 */
      kycReferenceId: string | null;
      /** @description Whether a vendor runs this verification on its own pages. */
      byVendor: boolean;
      /**
       * Format: date-time
       * @description When the session was created.
       * @example 2026-01-31T09:30:00.000Z
       */
      openedAt: string;
      /**
       * Format: date-time
       * @description When the user started the verification.
       * @example 2026-01-31T09:30:00.000Z
       */
      startedAt: string | null;
      /**
       * Format: date-time
       * @description When the status or the step last changed.
       * @example 2026-01-31T09:30:00.000Z
       */
      timestamp: string;
      /**
       * Format: date-time
       * @description When the session reached its final status.
       * @example 2026-01-31T09:30:00.000Z
       */
      finishedAt: string | null;
      /**
       * Format: date-time
       * @description When the session expires. Present while the session waits for the user.
       * @example 2026-01-31T09:30:00.000Z
       */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description When the evidence (pictures and data read from them) will be deleted. `null`: the session has no final status yet, or there is no evidence, or it was deleted.
       * @example 2026-01-31T09:30:00.000Z
       */
      evidenceUntil: string | null;
      /** @description Who is working on the review of this session now. */
      claim: components['schemas']['ReviewClaim'] | null;
      /** @description Whether this is a session in test mode. Nothing is really verified in test mode. */
      test: boolean;
      /** @description What was read and measured. Present for callers with the scope `idv:review`, if the user agreed to pass the result on, and until the retention ends. Each read is recorded in the audit log. */
      findings?: components['schemas']['IdvFindings'];
    };
    IdvSessionEvent: {
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description What happened. `opened`: the session was created. `link-opened`: the link was opened in a browser. `started`: the user started. `step`: the session moved on to a step. `shown`: the page of a step was shown for the first time. `attempt-failed`, `attempt-passed`: an attempt ended. `picture-refused`: a picture was refused. `handover-offered`: the user could choose to continue on another device. `handed-over`: the user continued there. `status`: the status changed. `claimed`, `claim-released`, `decided`: a reviewer acted. `evidence-removed`: the pictures were deleted. More kinds may be added.
       * @example attempt-failed
       */
      kind: string;
      /**
       * @description The step at which the event happened.
       * @example front
       */
      step: components['schemas']['IdvStep'] | null;
      /**
       * @description Further facts. The members depend on the `kind`. They never contain personal data.
       * @example {
       *       "attempt": "document",
       *       "reason": "document_unreadable",
       *       "left": 2
       *     }
       */
      details: {
        [key: string]: unknown;
      };
    };
    IdvSessionEventList: {
      events: components['schemas']['IdvSessionEvent'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    IdvSessionList: {
      idvSessions: components['schemas']['IdvSession'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    /** @enum {string} */
    IdvSessionOrder: 'newest' | 'oldest';
    IdvSettings: {
      /** @description Whether a person reviews uncertain results. If true, a session goes to review when the engine is unsure, or when a raised signal suggests that a picture may not be genuine. If false, the user tries again instead. A single raised signal does not cause another attempt. */
      review?: boolean;
      /**
       * @description The minimum similarity at which the selfie and the portrait in the document count as a match, from 0 to 1. Default: 0.8.
       * @example 0.8
       */
      matchThreshold?: number;
      /**
       * @description The similarity below which the selfie fails at once, from 0 to 1. Between this value and `matchThreshold`, the engine is unsure. The user then tries again or, with `review`, a person decides. Default: 0.6.
       * @example 0.6
       */
      retryThreshold?: number;
      /**
       * @description The minimum sharpness of a document picture, from 0 to 1. Below this value, the user must show the document again, unless the printed text confirms the machine readable zone. Default: 0.075.
       * @example 0.1
       */
      leastSharpness?: number;
      /**
       * @description The sharpness below which a document counts as doubtful, even if all of it was read, from 0 to 1. Default: 0.
       * @example 0.15
       */
      clearSharpness?: number;
      /**
       * @description The minimum certainty with which the characters of the machine readable zone must be read, from 0 to 1. Below this value, the document counts as doubtful. Default: 0.88.
       * @example 0.95
       */
      leastCertainty?: number;
      /**
       * @description The maximum amount of glare on the machine readable zone, from 0 to 1. Above this value, the document counts as doubtful. Default: 0.25.
       * @example 0.1
       */
      mostGlare?: number;
      /**
       * @description How many of these four fields may be missing from the printed text: document number, names, date of birth, date of expiry. Default: 0.
       * @example 0
       */
      mostUnseenFields?: number;
      /**
       * @description The accepted types of documents. Default: all types.
       * @example [
       *       "passport",
       *       "identity_card"
       *     ]
       */
      documentTypes?: string[];
      /** @description How many days the pictures of a verification are stored. */
      retentionDays?: number;
      /** @description Whether a verification fails if the same face was already verified for another user. */
      duplicateFace?: boolean;
      /** @description Whether the face must reflect the colours that the screen shows (a liveness check). Default: required on phones only. With this default, two signals are raised if a device claims not to be a phone and the colours are missing: the user tries again, or with `review` the session goes to review. `true`: required on every device. If the colours are missing, the selfie fails, or with `review` the session goes to review. `false`: never required; the measurement is still in the score `light` of the result. In test mode the default is `false`. */
      requireLight?: boolean;
      /** @description Whether to accept European driving licences that have neither a machine readable zone nor a code. They are read from their numbered fields. Only the licence number has a check digit. The result then contains `readBy: numbered_fields`. Default: false. */
      licencesByFields?: boolean;
      /**
       * @description Whether your app reads the chip of a passport after its page was photographed. `offered`: the user can continue without the chip. `required`: only passports are accepted, and only with their chip. Default: `off`.
       * @example offered
       */
      chip?: components['schemas']['IdvChipOffer'];
      /**
       * @description The minimum proof that the chip must provide. `signed_data`: a state has signed its data and its portrait. `genuine_chip`: the chip has also answered a challenge, so it is not a copy. Some passports cannot do that. Default: `signed_data`.
       * @example genuine_chip
       */
      chipProof?: components['schemas']['IdvChipProof'];
      /** @description Your app that reads chips. Required for live clients if `chip` is not `off`. */
      chipApp?: components['schemas']['IdvChipApp'];
    };
    /** @enum {string} */
    IdvSignalKind:
      | 'screen_pattern'
      | 'error_level'
      | 'editing_software'
      | 'second_portrait'
      | 'portrait_edges'
      | 'portrait_error_level'
      | 'virtual_camera'
      | 'repeated_frames'
      | 'impossible_timing'
      | 'no_light_response'
      | 'desktop_claimed';
    /** @enum {string} */
    IdvSignalSide: 'front' | 'back' | 'selfie';
    /** @enum {string} */
    IdvStatus:
      | 'PENDING'
      | 'IN_PROGRESS'
      | 'CANCELLED'
      | 'EXPIRED'
      | 'VERIFIED'
      | 'REVIEW'
      | 'DOCUMENT_REJECTED'
      | 'DOCUMENT_MISMATCH'
      | 'SELFIE_FAILED'
      | 'KYC_FAILED'
      | 'DECLINED';
    /** @enum {string} */
    IdvStep:
      | 'welcome'
      | 'consent'
      | 'document'
      | 'vendor'
      | 'optIn'
      | 'kyc'
      | 'front'
      | 'back'
      | 'chip'
      | 'confirm'
      | 'selfie'
      | 'done';
    IdvThresholds: {
      /**
       * @description The minimum similarity at which the selfie and the portrait in the document count as a match.
       * @example 0.8
       */
      match: number;
      /**
       * @description The similarity below which the selfie fails. Between this value and `match`, a person decides.
       * @example 0.6
       */
      retry: number;
      /**
       * @description The minimum sharpness. A document below it must be shown again, unless the printed text confirms the machine readable zone.
       * @example 0.075
       */
      leastSharpness: number;
      /**
       * @description The sharpness below which a document always counts as doubtful.
       * @example 0
       */
      clearSharpness: number;
      /**
       * @description The minimum certainty of the characters in the machine readable zone. Below this value, the document counts as doubtful.
       * @example 0.88
       */
      leastCertainty: number;
      /**
       * @description The maximum amount of glare on the machine readable zone. Above this value, the document counts as doubtful.
       * @example 0.25
       */
      mostGlare: number;
      /**
       * @description The number of printed fields that may be missing.
       * @example 0
       */
      mostUnseenFields: number;
    };
    IdvWebToken: {
      /**
       * @description The id of the session. It also opens the session in a browser, so give it only to the user and do not log it.
       * @example kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq
       */
      web_session_id: string;
      /**
       * Format: uri
       * @description The address to which you send the user's browser.
       * @example https://localhost:8004/IdvWebServer/idvRegistration.htm?token=kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq
       */
      idvUrl: string;
      /**
       * Format: date-time
       * @description The time before which the user must start the verification.
       * @example 2026-01-31T09:30:00.000Z
       */
      expiresAt: string;
    };
    IdvWebTokenList: {
      idvWebTokens: components['schemas']['ListedIdvWebToken'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    InitialAccessToken: {
      /**
       * Format: uuid
       * @description The id of the token. It is not the token itself.
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /**
       * @description The purpose of the token. Operators see this text.
       * @example Partners, spring 2026
       */
      name: string;
      /**
       * @description How many clients can be registered with the token.
       * @example 1
       */
      uses: number;
      /**
       * @description How many clients were registered with the token.
       * @example 0
       */
      used: number;
      /** @description The grant types that a client may register. Each client requests those that it needs. */
      grantTypes: components['schemas']['GrantType'][];
      /** @description The scopes that a client may register. A client that requests none gets all of them. */
      scopes: components['schemas']['Scope'][];
      /** @description The scopes of your own APIs that a client may register. */
      apiScopes: string[];
      /**
       * @description The origins to which a client may have users redirected: https origins, `http://127.0.0.1` (any port), or the schemes of apps. If the list is empty, any address that is allowed for this kind of client can be used.
       * @example [
       *       "https://partner.example.com"
       *     ]
       */
      redirectOrigins: string[];
      /**
       * @description When the token expires, in milliseconds since 1970.
       * @example 1767225600000
       */
      expiresTs: number;
      /**
       * @description When the token was created, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description Who created the token: the `clientId` of a client, or `operator:` and the id of an operator.
       * @example operator:0198c0de-0000-7000-8000-000000000002
       */
      createdBy: string;
    };
    InitialAccessTokenList: {
      initialAccessTokens: components['schemas']['InitialAccessToken'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    Invitation: {
      /**
       * @description `sent`: the invitation was sent by mail. `none`: mail is turned off, or the mail server refused the message. The command `operator create` then prints a link.
       * @example sent
       */
      invitation: components['schemas']['OperatorInvitation'];
    };
    Job: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      id: string;
      /** @example users/send-activation-mail */
      kind: string;
      /**
       * @description The number of attempts that were started.
       * @example 10
       */
      attempts: number;
      /**
       * @description Why the last attempt failed.
       * @example connect ECONNREFUSED 10.0.0.25:587
       */
      lastError: string | null;
      /**
       * @description When the job was stored, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the service gave up and parked the job or event, in milliseconds since 1970.
       * @example 1767225600000
       */
      parkedTs: number;
    };
    JobList: {
      jobs: components['schemas']['Job'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    Jwks: {
      /** @description The public keys. Set several while you replace one key with another. */
      keys: {
        [key: string]: unknown;
      }[];
    };
    Key: {
      /**
       * @description The key id. It is in the `kid` header of each signature that was made with this key.
       * @example Y1vKd9Qm2mV0g1m8f0dC9c1J5c6uJm1b8l3yWc2p0hM
       */
      kid: string;
      /**
       * @description `signing`: the key signs tokens. `evidence`: the key signs receipts of notification answers.
       * @example signing
       */
      use: components['schemas']['KeyUse'];
      /** @example ES256 */
      algorithm: components['schemas']['KeyAlgorithm'];
      /**
       * @description `NEXT`: published, but does not sign yet. `ACTIVE`: signs. `RETIRED`: only verifies earlier signatures. `WITHDRAWN`: no longer trusted.
       * @example ACTIVE
       */
      state: components['schemas']['KeyState'];
      /**
       * @description When the key was created, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When a `NEXT` key will start to sign, in milliseconds since 1970. `null`: no date is planned, or the key is not `NEXT`.
       * @example 1767225600000
       */
      activatesTs: number | null;
      /**
       * @description When the key started to sign, in milliseconds since 1970. `null`: it has not signed yet.
       * @example 1767225600000
       */
      activatedTs: number | null;
      /**
       * @description When the key stopped signing, in milliseconds since 1970. An evidence key may sign for another hour after it was replaced, so this time can be in the future.
       * @example 1767225600000
       */
      retiredTs: number | null;
    };
    /** @enum {string} */
    KeyAlgorithm: 'ES256' | 'RS256';
    KeyList: {
      /** @description The keys. Those with the use `signing` come first. For each use, the newest key comes first, and at most 100 keys are listed. */
      keys: components['schemas']['Key'][];
    };
    /** @enum {string} */
    KeyState: 'ACTIVE' | 'NEXT' | 'RETIRED' | 'WITHDRAWN';
    /** @enum {string} */
    KeyUse: 'signing' | 'evidence';
    Kyc: {
      /**
       * Format: uri
       * @description The address of your KYC endpoint. The service calls it for each verified person.
       * @example https://www.example.com/
       */
      url: string;
      /** @description Additional headers that the service sends to your endpoint. Their values are never shown again. */
      headers?: {
        [key: string]: string;
      };
      auth?: components['schemas']['KycAuth'];
      /**
       * @description How long the service waits for your response, in milliseconds.
       * @default 10000
       */
      timeoutMs?: number;
    };
    KycAuth: {
      /**
       * @description How the service authenticates at your endpoint.
       * @enum {string}
       */
      type: 'none' | 'basic' | 'bearer';
      /**
       * @description The user name. Required with the type `basic`.
       * @example text
       */
      username?: string;
      /**
       * @description The password. Required with the type `basic`. It is never shown again.
       * @example text
       */
      password?: string;
      /**
       * @description The bearer token. Required with the type `bearer`. It is never shown again.
       * @example text
       */
      token?: string;
    };
    ListedIdvWebToken: {
      /** @example kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq */
      web_session_id: string;
      /** @example jane.doe */
      userId: string;
      /** @example VERIFIED */
      status: components['schemas']['IdvStatus'];
      /** @description Why the session did not end as VERIFIED. Empty if the status alone explains it. */
      reasons: components['schemas']['IdvReasonDetails'][];
      /**
       * Format: date-time
       * @description When the session was created.
       * @example 2026-01-31T09:30:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the status or the step last changed.
       * @example 2026-01-31T09:30:00.000Z
       */
      timestamp: string;
    };
    LoginSession: {
      /** @example DqFvZ8aMhZk2mV3rB1tYw */
      id: string;
      /**
       * @description When the session began, in milliseconds since 1970.
       * @example 1767225600000
       */
      sinceTs: number;
      /** @example Firefox */
      browser: string | null;
      /** @example Windows */
      system: string | null;
      /**
       * @description The network from which the user signed in.
       * @example 203.0.113.x
       */
      network: string | null;
      /** @example DE */
      country: string | null;
      /**
       * @description The current level of the session. `1`: one factor. `2`: two factors. `3`: two factors, one of which cannot be phished.
       * @example 2
       */
      level: components['schemas']['SignInLevel'];
      /** @description The factors that the user has used in the session. */
      factors: components['schemas']['ShownFactor'][];
    };
    LoginSessions: {
      /** @description The login sessions, newest first, 50 at most. */
      loginSessions: components['schemas']['LoginSession'][];
    };
    LoginTries: {
      /**
       * @description `known`: wrong attempts in browsers in which the user has signed in before. The fifth wrong attempt blocks the user. `others`: wrong attempts in all other browsers.
       * @example known
       */
      browser: components['schemas']['LoginTriesBrowser'];
      /**
       * @description The number of wrong attempts.
       * @example 2
       */
      count: number;
      /**
       * @description The time from which the next attempt is accepted, in milliseconds since 1970.
       * @example 1767225600000
       */
      openTs: number;
    };
    /** @enum {string} */
    LoginTriesBrowser: 'known' | 'others';
    Me: {
      /**
       * Format: uuid
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /** @example Anna Berg */
      name: string;
      /** @example anna.berg@bank.example */
      emailId: string | null;
      /**
       * @description The enterprise for which this request was made.
       * @example default
       */
      enterpriseId: string;
      /**
       * @description Whether this request is for live or test data.
       * @example live
       */
      data: components['schemas']['DataSide'];
      /**
       * @example [
       *       "support"
       *     ]
       */
      roles: components['schemas']['OperatorRole'][];
      /**
       * @example [
       *       "users:read"
       *     ]
       */
      scopes: string[];
      /**
       * @description The rights of the operator. The keys are those of `GET /v1/operatorRoles`. `may`: the operator can use the right alone. `two`: a second operator must approve. `no`: the operator does not have the right.
       * @example {
       *       "find": "may",
       *       "remove": "two",
       *       "review": "no"
       *     }
       */
      rights: {
        [key: string]: components['schemas']['OperatorLeave'];
      };
      grants: components['schemas']['Grant'][];
      /**
       * @description Whether the operator may receive alarms. This requires a role in all enterprises that shows the state of the service.
       * @example true
       */
      mayReceiveAlarms: boolean;
      enterprises: components['schemas']['MyEnterprise'][];
      /**
       * @description How many passkeys the operator has. Two are recommended, in case one is lost.
       * @example 2
       */
      passkeys: number;
      /**
       * @description The address of the page on which the operator can add passkeys.
       * @example https://id.bank.example/service/account/
       */
      accountUrl: string;
      session: components['schemas']['MyTimes'];
    };
    MessageChannel: {
      /**
       * Format: uri
       * @description The address to which the service sends each message for a user of the enterprise, as a signed request. It must be a public `https` address without credentials or a fragment. In development mode, `http` on the same machine is also allowed.
       * @example https://messages.bank.example/countersign
       */
      url: string;
      /**
       * @description The secret with which the calls are signed: `whsec_` and 24 to 64 random bytes in base64. You choose it, and no response contains it.
       * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazpGrcy1q5c=
       */
      secret: string;
    };
    MyAlarms: {
      /**
       * @description Whether alarms are sent to the operator's own e-mail address.
       * @example true
       */
      mail: boolean;
      /**
       * @description The address to which alarms are mailed. `null`: the service cannot send mail to the operator.
       * @example anna.berg@bank.example
       */
      mailTo: string | null;
      /**
       * @description The minimum severity of the alarms that are sent. `warning`: all alarms. `critical`: only critical alarms. With `critical`, an alarm that becomes a warning is reported as ended.
       * @example warning
       */
      leastSeverity: components['schemas']['AlarmSeverity'];
      /**
       * Format: uri
       * @description The address of the operator's own server, which receives alarms as signed requests. It must be a public `https` address without credentials or a fragment, unless `OUTBOUND_ALLOW` names it. `null`: no requests are sent.
       * @example https://alarms.bank.example/anna
       */
      url: string | null;
    };
    MyEnterprise: {
      /** @example default */
      enterpriseId: string;
      /** @example Default */
      name: string;
      /**
       * @example [
       *       "live"
       *     ]
       */
      sides: components['schemas']['DataSide'][];
    };
    MySession: {
      /**
       * Format: uuid
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /** @example true */
      current: boolean;
      /** @example 1767225600000 */
      startedTs: number;
      /** @example 1767225600000 */
      lastUsedTs: number;
      /** @example 192.0.2.7 */
      address: string | null;
      /** @example Mozilla/5.0 */
      userAgent: string | null;
    };
    MySessionList: {
      sessions: components['schemas']['MySession'][];
    };
    MyTimes: {
      /**
       * Format: uuid
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /** @example 1767225600000 */
      startedTs: number;
      /**
       * @description When the session ends, in milliseconds since 1970. The operator must then sign in again.
       * @example 1767225600000
       */
      endsTs: number;
      /**
       * @description The number of seconds without use after which the session ends.
       * @example 900
       */
      idleSeconds: number;
      /**
       * @description Until this time, sensitive calls need no new passkey check. In milliseconds since 1970.
       * @example 1767225600000
       */
      steppedUpUntilTs: number;
    };
    Need: {
      /**
       * @description What needs attention. `idv.reviews`: reviews wait. `idv.reviews-overdue`: reviews have waited too long. `webhooks.failing`, `webhooks.disabled`: webhook endpoints fail or are disabled. `notifications.tampered`, `notifications.fraud`: notifications of the last 7 days were altered, or users reported fraud. `four-eyes.waiting`: requests wait for the approval of this operator. For those who run the service: `jobs.parked`, `outbox.parked`: jobs or events have failed too often. `audit.lag`: audit events are not yet in the chain. `audit.stream-behind`: audit events wait to be sent to an external system. `certificates.ending`: certificates expire within 30 days. `idv.chip-trust`: authorities, publishers or lists for the chips of passports expire soon. More kinds may be added.
       * @example idv.reviews
       */
      kind: string;
      /**
       * @description The number of items. If it is the maximum, there may be more.
       * @example 7
       */
      count: number;
      /**
       * Format: date-time
       * @description Since when the oldest item has been waiting. `null`: not known.
       * @example 2026-01-31T09:30:00.000Z
       */
      oldest: string | null;
      /** @example info */
      severity: components['schemas']['Severity'];
    };
    NewAllowedExport: {
      /**
       * @description The format of the file.
       * @example csv
       */
      format: components['schemas']['ExportFormat'];
      /**
       * @description Export only these users. An id that is repeated counts once. You can combine this field only with `status` and `group`.
       * @example [
       *       "jane.doe",
       *       "john.roe"
       *     ]
       */
      userIds?: string[];
      /**
       * @description The reason for the export. Operators must give it here or in the header `Reason`. It remains in the audit log.
       * @example The supervisors want all active customers
       */
      comments?: string;
    };
    NewClientSecret: {
      /** @example text */
      clientId: string;
      /**
       * @description The client secret. It is shown only in this response: the service stores only its hash.
       * @example text
       */
      clientSecret: string;
    };
    NewInitialAccessToken: {
      /**
       * Format: uuid
       * @description The id of the token. It is not the token itself.
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /**
       * @description The purpose of the token. Operators see this text.
       * @example Partners, spring 2026
       */
      name: string;
      /**
       * @description How many clients can be registered with the token.
       * @example 1
       */
      uses: number;
      /**
       * @description How many clients were registered with the token.
       * @example 0
       */
      used: number;
      /** @description The grant types that a client may register. Each client requests those that it needs. */
      grantTypes: components['schemas']['GrantType'][];
      /** @description The scopes that a client may register. A client that requests none gets all of them. */
      scopes: components['schemas']['Scope'][];
      /** @description The scopes of your own APIs that a client may register. */
      apiScopes: string[];
      /**
       * @description The origins to which a client may have users redirected: https origins, `http://127.0.0.1` (any port), or the schemes of apps. If the list is empty, any address that is allowed for this kind of client can be used.
       * @example [
       *       "https://partner.example.com"
       *     ]
       */
      redirectOrigins: string[];
      /**
       * @description When the token expires, in milliseconds since 1970.
       * @example 1767225600000
       */
      expiresTs: number;
      /**
       * @description When the token was created, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description Who created the token: the `clientId` of a client, or `operator:` and the id of an operator.
       * @example operator:0198c0de-0000-7000-8000-000000000002
       */
      createdBy: string;
      /**
       * @description The token. It is shown only in this response: the service stores only its hash.
       * @example K0mQ2uYVZ6yVQ8vRj9N1b3Xw5dT7pL4sA2hG6fC8eU0
       */
      token: string;
    };
    NewKey: {
      /** @example Y1vKd9Qm2mV0g1m8f0dC9c1J5c6uJm1b8l3yWc2p0hM */
      kid: string;
      /**
       * @description `signing`: the key signs tokens. `evidence`: the key signs receipts of notification answers.
       * @example signing
       */
      use: components['schemas']['KeyUse'];
      /** @example ES256 */
      algorithm: components['schemas']['KeyAlgorithm'];
      /**
       * @description When the key starts to sign, in milliseconds since 1970.
       * @example 1767225600000
       */
      signsFromTs: number;
    };
    NewOperator: {
      /**
       * Format: email
       * @description The e-mail address. The invitation is sent to it.
       * @example anna.berg@bank.example
       */
      emailId: string;
      /** @example Anna */
      firstName: string;
      /** @example Berg */
      lastName: string;
      grants: components['schemas']['Grant'][];
    };
    NewUserAction: {
      /**
       * @description The action. `PAUSED`, `UNPAUSE`, `BLOCKED`, `UNBLOCK`: as in `PUT /v1/users/{userId}/status`. `ACTIVATION_CODE`: send a new activation code.
       * @example BLOCKED
       */
      action: components['schemas']['UserActionName'];
      /**
       * @description The ids of the users. An id that is repeated counts once.
       * @example [
       *       "jane.doe",
       *       "john.roe"
       *     ]
       */
      userIds: string[];
      /**
       * @description The reason. Operators must give one if the action needs approval. For a change of status, the reason is stored with each user, as in `PUT /v1/users/{userId}/status`.
       * @example A wave of fraud
       */
      comments?: string;
    };
    NewWebhookEndpoint: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      endpointId: string;
      /**
       * Format: uri
       * @description The address to which webhooks are sent. It must be a public `https` address without credentials or a fragment. In development mode, `http` on the same machine is also allowed.
       * @example https://bank.example/webhooks/countersign
       */
      url: string;
      /**
       * @description The event types to which the endpoint subscribes. The section *Webhooks* of this document describes each type. If the list is empty, the endpoint receives only callbacks of notifications whose `callback_url` has the same origin.
       * @example [
       *       "user.status_changed"
       *     ]
       */
      eventTypes: components['schemas']['WebhookEventType'][];
      /**
       * @description Whether events are delivered to the endpoint. Events that happen while it is disabled are never delivered.
       * @example true
       */
      enabled: boolean;
      /**
       * @description Who disabled the endpoint. `enterprise`: you did. `receiver`: the receiver responded with status 410. `failures`: the service did, because every attempt had failed for 5 days. `null`: the endpoint is enabled.
       * @example null
       */
      disabledBy: components['schemas']['WebhookDisabledBy'] | null;
      /**
       * @description Since when every attempt has failed, in milliseconds since 1970. `null`: the last attempt succeeded.
       * @example null
       */
      failingSinceTs: number | null;
      /**
       * @description When the endpoint was registered, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the endpoint was last changed, in milliseconds since 1970.
       * @example 1767225600000
       */
      updatedTs: number;
      /**
       * @description The secret with which the webhooks are signed. It is shown only in this response. Store it where you store your other secrets.
       * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazpGrcy1q5c=
       */
      secret: string;
    };
    NewWebhookSecret: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      endpointId: string;
      /**
       * @description The secret with which the webhooks are signed. It is shown only in this response. Store it where you store your other secrets.
       * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazpGrcy1q5c=
       */
      secret: string;
    };
    Notification: {
      /** @example jane.doe */
      user_id: string;
      /**
       * Format: uuid
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      notification_uuid: string;
      /**
       * @description The status. `TAMPERED`: a device signed different content, or the stored data was altered, possibly after the notification had ended.
       * @example ACTIVE
       */
      status: components['schemas']['NotificationStatus'];
      /**
       * @description Whether the push services accepted the push notification for all, some or none of the user's devices.
       * @example NOTIFIED
       */
      delivery_status: components['schemas']['DeliveryStatus'];
      /**
       * @description The action that the user chose. `NONE`: there is no answer.
       * @example accept
       */
      action_response: string;
      /**
       * @description Whether the answer has a valid signature.
       * @example true
       */
      is_ds_verified: boolean;
      /**
       * @description Whether the signature of the answer was valid. `NA`: no signature was checked.
       * @example Verified
       */
      signing_status: components['schemas']['SigningStatus'];
      /** @example payment-4711 */
      msg_id: string;
      /** @example default */
      enterprise_id: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      create_ts: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      update_ts: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      expiry_timestamp: string;
      /**
       * @description The IP address from which the user answered.
       * @example 192.0.2.17
       */
      client_ip_address: string | null;
      /**
       * Format: uuid
       * @description The device on which the user answered.
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      device_id: string | null;
      /**
       * @description `approval`: a client created the notification by a backchannel authentication request. `signature`: an app asked its user to sign data. For both kinds, `action_response` is `accept` (`sign` for a signature), `reject` or `fraud`.
       * @example approval
       */
      kind?: components['schemas']['NotificationKind'];
      /**
       * @description The client that asks for the approval or the signature. Present if `kind` is present.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      client_id?: string;
      /** @description The proof of a signed answer. Anyone can verify it offline with the published evidence keys. Present if the answer was signed. */
      evidence?: components['schemas']['Evidence'];
      /**
       * @description The types of the `authorization_details` of the request. Present if the request has details.
       * @example [
       *       "payment_initiation"
       *     ]
       */
      authorization_details_types?: string[];
    };
    NotificationAction: {
      /**
       * @description The text of the button.
       * @example Approve
       */
      label: string;
      /**
       * @description The value that the answer contains. The value `fraud` reports fraud.
       * @example accept
       */
      action: string;
      /**
       * @description How the user must confirm this action. 0: no confirmation. 1: a password or a passkey. 3: a passkey with user verification. 4: the face.
       * @example 1
       * @enum {integer}
       */
      authlevel: 0 | 1 | 3 | 4;
    };
    NotificationBody: {
      /**
       * @description The language: a BCP 47 tag, or the name of a language in English or in the language itself. It is returned as you send it.
       * @example en
       */
      lng: string;
      /** @example Confirm your payment */
      subject: string;
      /** @example Pay 25.00 EUR to Bookshop? */
      message: string;
      /**
       * @description The button texts in this language. Each key is the `label` of an action.
       * @example {
       *       "Approve": "Genehmigen"
       *     }
       */
      label?: {
        [key: string]: string;
      };
    };
    NotificationDetails: {
      /** @example jane.doe */
      user_id: string;
      /**
       * Format: uuid
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      notification_uuid: string;
      /**
       * @description The status. `TAMPERED`: a device signed different content, or the stored data was altered, possibly after the notification had ended.
       * @example ACTIVE
       */
      status: components['schemas']['NotificationStatus'];
      /**
       * @description Whether the push services accepted the push notification for all, some or none of the user's devices.
       * @example NOTIFIED
       */
      delivery_status: components['schemas']['DeliveryStatus'];
      /**
       * @description The action that the user chose. `NONE`: there is no answer.
       * @example accept
       */
      action_response: string;
      /**
       * @description Whether the answer has a valid signature.
       * @example true
       */
      is_ds_verified: boolean;
      /**
       * @description Whether the signature of the answer was valid. `NA`: no signature was checked.
       * @example Verified
       */
      signing_status: components['schemas']['SigningStatus'];
      /** @example payment-4711 */
      msg_id: string;
      /** @example default */
      enterprise_id: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      create_ts: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      update_ts: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      expiry_timestamp: string;
      /**
       * @description The IP address from which the user answered.
       * @example 192.0.2.17
       */
      client_ip_address: string | null;
      /**
       * Format: uuid
       * @description The device on which the user answered.
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      device_id: string | null;
      /**
       * @description `approval`: a client created the notification by a backchannel authentication request. `signature`: an app asked its user to sign data. For both kinds, `action_response` is `accept` (`sign` for a signature), `reject` or `fraud`.
       * @example approval
       */
      kind?: components['schemas']['NotificationKind'];
      /**
       * @description The client that asks for the approval or the signature. Present if `kind` is present.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      client_id?: string;
      /** @description The proof of a signed answer. Anyone can verify it offline with the published evidence keys. Present if the answer was signed. */
      evidence?: components['schemas']['Evidence'];
      /**
       * @description The types of the `authorization_details` of the request. Present if the request has details.
       * @example [
       *       "payment_initiation"
       *     ]
       */
      authorization_details_types?: string[];
      /** @description The texts, one element for each language, sorted by `lng`. */
      body: components['schemas']['NotificationBody'][];
      actions: components['schemas']['NotificationAction'][];
      /**
       * @description Whether one of the user's devices had to sign the answer.
       * @example true
       */
      ds_required: boolean;
      /** @description The template from which the texts were generated. `null`: the texts were sent with the request. */
      template: components['schemas']['UsedNotificationTemplate'] | null;
      /** @description The text of the push notification, as shown on locked screens. */
      notification_msg: components['schemas']['PushMessage'] | null;
      /** @example https://bank.example/countersign/answers */
      callback_url: string | null;
      /**
       * @description The client that created the notification. `null`: it was created by an older version that did not store this.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      created_by: string | null;
      /** @description The result of the push notification to each device. */
      pushes: components['schemas']['NotificationPush'][];
    };
    NotificationEvent: {
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description What happened. `created`: the notification was created. `hint`: a push notification was sent to a push service. `listed`: a device fetched the notification for the first time. `step-up-asked`: the user was asked to confirm their identity. `step-up-done`: the user confirmed it. `closed`: the notification was answered or ended in another way. More kinds may be added.
       * @example hint
       */
      kind: components['schemas']['NotificationEventKind'];
      /**
       * Format: uuid
       * @description The device that the event is about. `null`: the event is not about a device.
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      device_id: string | null;
      /**
       * @description Further facts: the result of a push notification or step-up, or the final status.
       * @example {
       *       "outcome": "taken"
       *     }
       */
      details: {
        [key: string]: unknown;
      };
    };
    /** @enum {string} */
    NotificationEventKind: 'created' | 'hint' | 'listed' | 'step-up-asked' | 'step-up-done' | 'closed';
    NotificationEvents: {
      events: components['schemas']['NotificationEvent'][];
    };
    /** @enum {string} */
    NotificationKind: 'approval' | 'signature';
    NotificationList: {
      notifications: components['schemas']['NotificationSummary'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    NotificationPreview: {
      /** @example 2 */
      version: number;
      body: components['schemas']['NotificationBody'][];
    };
    NotificationPush: {
      /**
       * Format: uuid
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      device_id: string;
      /**
       * @description The result for this device. `waiting`: not sent yet. `taken`: the push service accepted the push notification. `gone`: the push address of the device is no longer valid. `failed`: it could not be sent.
       * @example taken
       */
      outcome: components['schemas']['PushOutcome'];
    };
    /** @enum {string} */
    NotificationStatus: 'ACTIVE' | 'UPDATED' | 'TAMPERED' | 'EXPIRED' | 'CANCELLED' | 'DISMISSED' | 'DISCARD';
    NotificationSummary: {
      /** @example jane.doe */
      user_id: string;
      /**
       * Format: uuid
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      notification_uuid: string;
      /**
       * @description The status. `TAMPERED`: a device signed different content, or the stored data was altered, possibly after the notification had ended.
       * @example ACTIVE
       */
      status: components['schemas']['NotificationStatus'];
      /**
       * @description Whether the push services accepted the push notification for all, some or none of the user's devices.
       * @example NOTIFIED
       */
      delivery_status: components['schemas']['DeliveryStatus'];
      /**
       * @description The action that the user chose. `NONE`: there is no answer.
       * @example accept
       */
      action_response: string;
      /**
       * @description Whether the answer has a valid signature.
       * @example true
       */
      is_ds_verified: boolean;
      /**
       * @description Whether the signature of the answer was valid. `NA`: no signature was checked.
       * @example Verified
       */
      signing_status: components['schemas']['SigningStatus'];
      /** @example payment-4711 */
      msg_id: string;
      /** @example default */
      enterprise_id: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      create_ts: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      update_ts: string;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      expiry_timestamp: string;
      /**
       * @description The IP address from which the user answered.
       * @example 192.0.2.17
       */
      client_ip_address: string | null;
      /**
       * Format: uuid
       * @description The device on which the user answered.
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      device_id: string | null;
      /**
       * @description `approval`: a client created the notification by a backchannel authentication request. `signature`: an app asked its user to sign data. For both kinds, `action_response` is `accept` (`sign` for a signature), `reject` or `fraud`.
       * @example approval
       */
      kind?: components['schemas']['NotificationKind'];
      /**
       * @description The client that asks for the approval or the signature. Present if `kind` is present.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      client_id?: string;
      /**
       * @description The subject in the language that comes first when the languages are sorted by `lng`.
       * @example Confirm your payment
       */
      subject: string | null;
      /** @description The template from which the texts were generated. `null`: the texts were sent with the request. */
      template: components['schemas']['UsedNotificationTemplate'] | null;
    };
    NotificationTemplate: {
      /**
       * @description Your own id for the template.
       * @example payment
       */
      template_id: string;
      /**
       * @description The version number. Each change creates a new version. Earlier versions stay available.
       * @example 2
       */
      version: number;
      variables: components['schemas']['TemplateVariable'][];
      /**
       * @example [
       *       {
       *         "lng": "en",
       *         "subject": "Confirm your payment",
       *         "message": "Pay {{amount}} to {{payee}}?"
       *       }
       *     ]
       */
      body: components['schemas']['NotificationBody'][];
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      create_ts: string;
    };
    NotificationTemplateList: {
      templates: components['schemas']['NotificationTemplate'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    OpenedWebhookDelivery: {
      /**
       * Format: uuid
       * @example 019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14
       */
      deliveryId: string;
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      endpointId: string;
      /**
       * Format: uuid
       * @description The value of the header `webhook-id`. It is the same in every attempt.
       * @example 019c1380-09f8-7b62-93d4-7e5a1c0b8d33
       */
      webhookId: string;
      /**
       * @description The event type, or `callback`, or `webhook.test`.
       * @example user.status_changed
       */
      type: string;
      /** @example waiting */
      status: components['schemas']['WebhookDeliveryStatus'];
      /**
       * Format: uuid
       * @description The id of the notification, identity verification session or device that the delivery is about.
       * @example 019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14
       */
      about: string | null;
      /**
       * @description The user that the delivery is about. `null`: the delivery is not about a user, or the user was erased.
       * @example jane.doe
       */
      userId: string | null;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the next attempt is due. It can be delayed while the endpoint fails. `null`: no attempt will follow, or an attempt is being made now.
       * @example 2026-01-31T09:30:00.000Z
       */
      nextAttemptAt: string | null;
      /** @description The last attempts, oldest first. */
      attempts: components['schemas']['AnsweredWebhookAttempt'][];
      /**
       * @description The address to which the delivery is sent.
       * @example https://bank.example/webhooks/countersign
       */
      url: string;
      /**
       * @description The exact text that is sent.
       * @example {"type":"user.status_changed","timestamp":"2026-01-31T09:30:00.000Z","data":{"userId":"jane.doe"}}
       */
      payload: string;
    };
    Operator: {
      /**
       * Format: uuid
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /** @example Anna Berg */
      name: string;
      /** @example anna.berg@bank.example */
      emailId: string | null;
      /**
       * @description `invited`: the operator has no passkey yet. `active`: the operator can sign in. `blocked`: the operator cannot sign in.
       * @example active
       */
      state: components['schemas']['OperatorState'];
      grants: components['schemas']['Grant'][];
      /** @example 2 */
      passkeys: number;
      /** @example 1767225600000 */
      invitedTs: number;
      /**
       * @description When the rights end, in milliseconds since 1970. Set only for emergency access. `null`: they do not end.
       * @example 1767225600000
       */
      endsTs: number | null;
    };
    /** @enum {string} */
    OperatorInvitation: 'sent' | 'none';
    /** @enum {string} */
    OperatorLeave: 'may' | 'two' | 'no';
    OperatorList: {
      operators: components['schemas']['Operator'][];
    };
    /** @enum {string} */
    OperatorRole: 'support' | 'reviewer' | 'security' | 'developer' | 'owner';
    /** @enum {string} */
    OperatorState: 'invited' | 'active' | 'blocked';
    /** @enum {string} */
    OperatorStateChange: 'active' | 'blocked';
    ParkedEvent: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      id: string;
      /** @example users.user-onboarded.v1 */
      type: string;
      /**
       * @description The number of attempts that were started.
       * @example 10
       */
      attempts: number;
      /**
       * @description Why the last attempt failed.
       * @example connect ECONNREFUSED 10.0.0.25:587
       */
      lastError: string | null;
      /**
       * @description When the event happened, in milliseconds since 1970.
       * @example 1767225600000
       */
      occurredTs: number;
      /**
       * @description When the service gave up and parked the job or event, in milliseconds since 1970.
       * @example 1767225600000
       */
      parkedTs: number;
    };
    ParkedEventList: {
      events: components['schemas']['ParkedEvent'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    PollSecurityEvents: {
      /**
       * @description The maximum number of events in the response. The service returns at most 100. Send 0 to confirm events without fetching any.
       * @default 100
       * @example 50
       */
      maxEvents?: number;
      /**
       * @description Whether the service responds at once. Otherwise, it waits for an event, for at most 10 seconds.
       * @default false
       * @example true
       */
      returnImmediately?: boolean;
      /**
       * @description The `jti` of each event that you have processed. These events are not sent again.
       * @example [
       *       "019c1380-09f8-7b62-93d4-7e5a1c0b8d33"
       *     ]
       */
      ack?: string[];
      /**
       * @description The errors of events that you could not process. Each key is the `jti` of an event. These events are not sent again.
       * @example {
       *       "019c1380-09f8-7b62-93d4-7e5a1c0b8d34": {
       *         "err": "invalid_key",
       *         "description": "Unknown key"
       *       }
       *     }
       */
      setErrs?: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
    };
    PolledSecurityEvents: {
      /**
       * @description The events, as signed tokens (RFC 8417). Each key is the `jti` of an event.
       * @example {
       *       "019c1380-09f8-7b62-93d4-7e5a1c0b8d33": "eyJ0eXAiOiJzZWNldmVudCtqd3QiLCJhbGciOiJSUzI1NiJ9.eyJqdGkiOiLigKYifQ.c2lnbmF0dXJl"
       *     }
       */
      sets: {
        [key: string]: string;
      };
      /**
       * @description Whether there are more events to fetch now.
       * @example false
       */
      moreAvailable: boolean;
    };
    PreviewNotificationTemplate: {
      /**
       * @description The version of the template. Default: the newest.
       * @example 2
       */
      version?: number;
      /**
       * @description The values of the variables. Each key is the name of a variable. Numbers, amounts of money and dates are formatted for each language.
       * @example {
       *       "amount": {
       *         "amount": "25.00",
       *         "currency": "EUR"
       *       },
       *       "payee": "Bookshop"
       *     }
       */
      values: {
        [key: string]: unknown;
      };
    };
    Problem: {
      /**
       * Format: uri
       * @description The address of the page that explains this kind of error.
       */
      type: string;
      /** @description The kind of error, for people. It is the same for every error with this `code`. */
      title: string;
      /** @description The HTTP status of the response. */
      status: number;
      /** @description The error code, for programs: `<context>/<word>`. */
      code: string;
      /** @description What went wrong in this particular case. */
      detail?: string;
      /** @description The path that was called, without its query. */
      instance?: string;
      /** @description The fields that are missing or wrong, at most 20. */
      errors?: components['schemas']['ProblemField'][];
      /** @description The id of this request in the server log. Send it to the operator of the service when you ask for help. */
      traceId?: string;
    };
    ProblemField: {
      /**
       * @description The wrong field: a JSON pointer (RFC 6901) into the body, or `?name` for a query parameter.
       * @example /users/3/emailId
       */
      pointer: string;
      /** @example Must be an e-mail address. */
      detail: string;
    };
    PushMessage: {
      /** @example Meridian Bank */
      subject: string;
      /** @example There is something for you to approve. */
      message: string;
    };
    /** @enum {string} */
    PushOutcome: 'waiting' | 'taken' | 'gone' | 'failed';
    QuietHours: {
      /** @example 22:00 */
      from: string;
      /**
       * @description The end of the quiet hours. If it is not later than `from`, they end on the next day.
       * @example 07:00
       */
      to: string;
      /** @example Europe/Berlin */
      timeZone: string;
    };
    RateLimit: {
      /**
       * @description The average number of requests per second.
       * @example 2000
       */
      perSecond: number;
      /**
       * @description The number of requests that may arrive at once.
       * @example 20000
       */
      burst: number;
    };
    Refusal: {
      /**
       * @description The reason for the refusal. Required, unless you withdraw your own request.
       * @example She did not ask for it: I called her back
       */
      comments?: string;
    };
    /** @enum {string} */
    RegistrableGrant:
      | 'authorization_code'
      | 'refresh_token'
      | 'client_credentials'
      | 'urn:ietf:params:oauth:grant-type:device_code';
    /** @enum {string} */
    RegistrableScope: 'openid' | 'profile' | 'email' | 'phone' | 'groups' | 'offline_access';
    RemoveSignalSubject: {
      /**
       * Format: uuid
       * @description The id of the stream.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      stream_id: string;
      /**
       * @description The user to add to the stream or to remove from it.
       * @example {
       *       "format": "iss_sub",
       *       "iss": "https://auth.example.com/service/authserver",
       *       "sub": "019c137f-5940-7c35-8d70-4f7cc1d3b2a6"
       *     }
       */
      subject: components['schemas']['SignalSubject'];
    };
    ReplaceSignalStream: {
      /**
       * @description How events are delivered. Default: you fetch them (poll).
       * @example {
       *       "method": "urn:ietf:rfc:8935",
       *       "endpoint_url": "https://receiver.example/events",
       *       "authorization_header": "Bearer 5f1c2b9e"
       *     }
       */
      delivery?: components['schemas']['SignalDelivery'];
      /**
       * @description The events that you want. Events that the service does not support are ignored.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled"
       *     ]
       */
      events_requested?: string[];
      /**
       * @description Your own description of the stream.
       * @example Session management of the bank
       */
      description?: string;
      /**
       * Format: uuid
       * @description The id of the stream.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      stream_id: string;
      /**
       * @description The issuer. If you send this field, it must have the value that the service returns.
       * @example https://auth.example.com/service/authserver
       */
      iss?: string;
      /**
       * @description The audience. If you send this field, it must have the value that the service returns.
       * @example portal-5d1c
       */
      aud?: string;
      /**
       * @description All events that the service supports. If you send this field, it must have the value that the service returns.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-enabled",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-purged"
       *     ]
       */
      events_supported?: string[];
      /**
       * @description Ignored. The service computes this value.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled"
       *     ]
       */
      events_delivered?: string[];
      /**
       * @description The minimum number of seconds between two verifications of the stream. If you send this field, it must have the value that the service returns.
       * @example 2
       */
      min_verification_interval?: number;
    };
    ReplayFailed: {
      /**
       * Format: date-time
       * @description Only failed deliveries that were created at this time or later.
       * @example 2026-01-31T00:00:00.000Z
       */
      since: string;
      /**
       * @description Whether to only count the deliveries, without sending them.
       * @default false
       * @example true
       */
      dryRun?: boolean;
    };
    Replayed: {
      /**
       * @description How many deliveries will be sent again. One call handles at most 10,000. Repeat the call for the rest.
       * @example 17
       */
      replayed: number;
    };
    ReviewClaim: {
      /**
       * @description Who claimed the review: `client:<id>` or `operator:<id>`.
       * @example client:backoffice
       */
      by: string;
      /**
       * Format: date-time
       * @description The time at which the claim ends. Until then, no one else can decide the review.
       * @example 2026-01-31T09:30:00.000Z
       */
      until: string;
    };
    ReviewSignal: {
      /**
       * @description The kind of signal. Signals of document pictures: `screen_pattern`: the page shows a regular grid, as a photographed screen does. `error_level`: one field of the file was compressed less often than the rest. `editing_software`: the file names a picture editing program. `portrait_error_level`: the portrait was compressed less often than the rest of the page. `error_level`, `portrait_error_level` and `editing_software` are checked only in files that were uploaded unchanged. `second_portrait`: the small portrait shows another face than the large one. `portrait_edges`: a rectangle around the face has sharper edges than the rest of the page. Signals of selfies: `virtual_camera`: the name of the camera is that of a program. `repeated_frames`: frames were repeated pixel by pixel. `impossible_timing`: frames arrived faster than a person can move, or faster than the page shows a colour. `no_light_response`: the colours shown by the screen were not found in the face. `desktop_claimed`: the colours were not found, and the device claims not to be a phone; on a phone they would be required.
       * @example screen_pattern
       */
      kind: components['schemas']['IdvSignalKind'];
      /** @example front */
      side: components['schemas']['IdvSignalSide'];
      /**
       * @description The strength of the signal, from 0 to 1.
       * @example 0.82
       */
      strength: number;
      /** @description Whether the strength is above 0.5. Genuine pictures normally stay below this value. */
      raised: boolean;
    };
    Right: {
      /** @example find */
      key: components['schemas']['RightName'];
      /** @example Find people, status, history */
      title: string;
      /**
       * @example [
       *       "users:read"
       *     ]
       */
      scopes: string[];
    };
    /** @enum {string} */
    RightName:
      | 'find'
      | 'contact'
      | 'act'
      | 'open'
      | 'remove'
      | 'results'
      | 'review'
      | 'removeEvidence'
      | 'notifications'
      | 'evidence'
      | 'replay'
      | 'configure'
      | 'secure'
      | 'audit'
      | 'operators'
      | 'owners'
      | 'enterprise'
      | 'figures'
      | 'system';
    Role: {
      /** @example support */
      role: components['schemas']['OperatorRole'];
      /**
       * @example [
       *       "find"
       *     ]
       */
      may: components['schemas']['RightName'][];
      /**
       * @description Rights that the role can use only with the approval of a second operator who has the same right.
       * @example [
       *       "remove"
       *     ]
       */
      two: components['schemas']['RightName'][];
      /**
       * @example [
       *       "users:read"
       *     ]
       */
      scopes: string[];
    };
    RoleList: {
      rights: components['schemas']['Right'][];
      roles: components['schemas']['Role'][];
    };
    RotateClientSecret: {
      /**
       * @description How long the previous secrets stay valid, in seconds.
       * @default 0
       * @example 86400
       */
      overlapSeconds?: number;
    };
    RotateKeys: {
      /**
       * @description `signing`: the key signs tokens. `evidence`: the key signs receipts of notification answers.
       * @example signing
       */
      use: components['schemas']['KeyUse'];
      /**
       * @description Set this after a leak. All keys with the use `signing` are withdrawn at once. Every token that they signed becomes invalid, and new keys sign from now on. Keys with the use `evidence` are not withdrawn.
       * @default false
       * @example false
       */
      compromised?: boolean;
    };
    RotateWebhookSecret: {
      /**
       * @description For how many seconds messages are also signed with the previous secret. Use this time to change your receivers one by one.
       * @default 86400
       * @example 86400
       */
      overlapSeconds?: number;
    };
    RotatedKeys: {
      /** @description The new keys, one for each algorithm. */
      keys: components['schemas']['NewKey'][];
    };
    /** @enum {string} */
    Scope:
      | 'openid'
      | 'profile'
      | 'email'
      | 'phone'
      | 'groups'
      | 'offline_access'
      | 'notifications'
      | 'users:read'
      | 'users:contact'
      | 'users:write'
      | 'users:remove'
      | 'idv:read'
      | 'idv:write'
      | 'idv:review'
      | 'idv:evidence'
      | 'notifications:read'
      | 'notifications:evidence'
      | 'notifications:write'
      | 'clients:read'
      | 'clients:secure'
      | 'clients:write'
      | 'webhooks:read'
      | 'webhooks:replay'
      | 'webhooks:write'
      | 'ssf.read'
      | 'ssf.manage'
      | 'figures:read'
      | 'audit:read'
      | 'operators:read'
      | 'operators:owners'
      | 'operators:write'
      | 'enterprises:read'
      | 'enterprises:write'
      | 'system:read'
      | 'system:write';
    SearchAnswer: {
      /** @description The hits, grouped by kind. Within each kind, the best hit comes first. */
      hits: components['schemas']['SearchHit'][];
    };
    SearchHit: {
      /** @example notification */
      kind: components['schemas']['SearchHitKind'];
      /**
       * @description The id with which you can get the item: the `userId` of a user, or the uuid of a notification.
       * @example 0199c2b0-0000-7000-8000-000000000001
       */
      id: string;
      /**
       * @description A readable name of the item.
       * @example order-2026-000123
       */
      title: string;
      /**
       * @description The user that the item is about.
       * @example jane.doe
       */
      userId: string | null;
      /**
       * @description For a delivery: the id of its webhook endpoint. For all others: `null`.
       * @example text
       */
      within: string | null;
      /**
       * @description The status of the item. `null`: the item has no status.
       * @example ACTIVE
       */
      status: string | null;
    };
    /** @enum {string} */
    SearchHitKind:
      | 'user'
      | 'idvSession'
      | 'notification'
      | 'device'
      | 'client'
      | 'webhookEndpoint'
      | 'webhookDelivery'
      | 'auditEvent';
    /** @enum {string} */
    SecondFactor: 'totp' | 'approval' | 'recoveryCode';
    /** @enum {string} */
    SecurityProfile: 'fapi2';
    /** @enum {string} */
    Severity: 'info' | 'warning' | 'critical';
    ShownFactor: {
      /**
       * @description `totp`: a code from an authenticator app. `rememberedBrowser`: the browser, which has counted as a second factor since the user used a second factor in it. `shownTs` is then the time of that use.
       * @example totp
       */
      factor: components['schemas']['SignInFactor'];
      /**
       * @description When the user last used the factor, in milliseconds since 1970.
       * @example 1767225600000
       */
      shownTs: number;
    };
    ShownKyc: {
      /**
       * Format: uri
       * @example https://www.example.com/
       */
      url: string;
      /** @description The names of the additional headers. Their values are never shown. */
      headers: {
        [key: string]: string;
      };
      auth: components['schemas']['KycAuth'];
      timeoutMs: number;
    };
    ShownMessageChannel: {
      /**
       * Format: uri
       * @description The address to which the service sends each message for a user of the enterprise, as a signed request. It must be a public `https` address without credentials or a fragment. In development mode, `http` on the same machine is also allowed.
       * @example https://messages.bank.example/countersign
       */
      url: string;
    };
    ShownSignalDelivery: {
      /** @example urn:ietf:rfc:8935 */
      method: components['schemas']['SignalDeliveryMethod'];
      /**
       * @description The address to which events are sent, or from which they are fetched.
       * @example https://receiver.example/events
       */
      endpoint_url: string;
    };
    SignIn: {
      /**
       * @description How users who have forgotten their password can get a new one without the help of the enterprise. `mail`: with a code that is sent to the e-mail address on record. `off`: not possible. The enterprise must help, by setting the status `RESET`. Default: `mail` for an enterprise that is created in development, otherwise `off`.
       * @example mail
       * @enum {string}
       */
      recovery: 'off' | 'mail';
      /**
       * @description Whether users can change their own e-mail address on the account page. They enter a code that is sent to the new address. A notice is sent to the old address, and its recipient can undo the change for seven days. Default: `true` for an enterprise that is created in development, otherwise `false`.
       * @example true
       */
      emailChange: boolean;
      /**
       * @description How users who have lost all their second factors can get a new one without the help of the enterprise. `identity`: they enter the password, verify their identity again with the face that they chose to store, and wait. They are notified on their devices and by mail, and can stop the process. `off`: not possible. The enterprise must help. Default: `off`.
       * @example identity
       * @enum {string}
       */
      factorRecovery: 'off' | 'identity';
      /**
       * @description How many hours a user must wait for a new second factor after losing all of them. Default: 24.
       * @example 24
       */
      factorRecoveryHours: number;
      /**
       * @description How users who have a phone can register another one. `login`: with a sign-in within the last five minutes, or with an approval on a phone that they already have. `approval`: only with such an approval. A user without a phone that counts as a second factor always needs the sign-in. Default: `login`.
       * @example approval
       * @enum {string}
       */
      newDevice: 'login' | 'approval';
      /**
       * @description The lowest level at which users can sign in and register devices. `1`: one factor, such as a password. `2`: two factors. `3`: two factors, one of which cannot be phished, such as a passkey. Default: `1`.
       * @example 2
       */
      leastLevel: components['schemas']['SignInLevel'];
      /** @description Levels for members of specific groups. The strictest level that applies to a user is required. */
      groups: components['schemas']['GroupLevel'][];
      /**
       * @description The second factors that users can use besides passkeys: `totp` is an authenticator app, `approval` is an approval on the phone. Without `recoveryCode`, users cannot make recovery codes. Default: all.
       * @example [
       *       "totp",
       *       "approval"
       *     ]
       */
      factors: components['schemas']['SecondFactor'][];
      /**
       * @description For how many days a browser can be remembered after the user has used a second factor in it. During this time, the browser counts as the second factor for level 2, but never for level 3. `0`: browsers are not remembered. Default: `0`.
       * @example 30
       */
      rememberBrowserDays: number;
    };
    /** @enum {string} */
    SignInFactor: 'password' | 'totp' | 'recoveryCode' | 'approval' | 'passkey' | 'rememberedBrowser';
    /** @enum {number} */
    SignInLevel: 1 | 2 | 3;
    SignInSettings: {
      /**
       * @example mail
       * @enum {string}
       */
      recovery?: 'off' | 'mail';
      /** @example true */
      emailChange?: boolean;
      /**
       * @example identity
       * @enum {string}
       */
      factorRecovery?: 'off' | 'identity';
      /** @example 24 */
      factorRecoveryHours?: number;
      /**
       * @example approval
       * @enum {string}
       */
      newDevice?: 'login' | 'approval';
      /** @example 2 */
      leastLevel?: components['schemas']['SignInLevel'];
      /** @description Levels for members of specific groups. The strictest level that applies to a user is required. */
      groups?: components['schemas']['GroupLevel'][];
      /**
       * @example [
       *       "totp",
       *       "approval"
       *     ]
       */
      factors?: components['schemas']['SecondFactor'][];
      /** @example 30 */
      rememberBrowserDays?: number;
    };
    SignalDelivery: {
      /**
       * @description `urn:ietf:rfc:8935`: the service sends each event to your address. `urn:ietf:rfc:8936`: you fetch events.
       * @example urn:ietf:rfc:8935
       */
      method: components['schemas']['SignalDeliveryMethod'];
      /**
       * Format: uri
       * @description For push, your address: a public `https` address without credentials. For poll, the service returns the address from which you fetch events.
       * @example https://receiver.example/events
       */
      endpoint_url?: string;
      /**
       * @description For push, the value of the header `Authorization` of each call. It is never shown again.
       * @example Bearer 5f1c2b9e
       */
      authorization_header?: string;
    };
    /** @enum {string} */
    SignalDeliveryMethod: 'urn:ietf:rfc:8935' | 'urn:ietf:rfc:8936';
    SignalStream: {
      /**
       * Format: uuid
       * @description The id of the stream.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      stream_id: string;
      /**
       * @description The issuer of the events.
       * @example https://auth.example.com/service/authserver
       */
      iss: string;
      /**
       * @description The audience of the events: the id of your client.
       * @example portal-5d1c
       */
      aud: string;
      /**
       * @description All events that the service supports.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-enabled",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-purged"
       *     ]
       */
      events_supported: string[];
      /**
       * @description The events that you want. Events that the service does not support are ignored.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled"
       *     ]
       */
      events_requested: string[];
      /**
       * @description The events that are delivered.
       * @example [
       *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked",
       *       "https://schemas.openid.net/secevent/caep/event-type/credential-change",
       *       "https://schemas.openid.net/secevent/risc/event-type/account-disabled"
       *     ]
       */
      events_delivered: string[];
      /** @description How events are delivered. */
      delivery: components['schemas']['ShownSignalDelivery'];
      /**
       * @description The minimum number of seconds between two verifications of the stream.
       * @example 2
       */
      min_verification_interval: number;
      /**
       * @description Your own description of the stream.
       * @example Session management of the bank
       */
      description?: string;
    };
    /** @enum {string} */
    SignalStreamState: 'enabled' | 'paused' | 'disabled';
    SignalStreamStatus: {
      /**
       * Format: uuid
       * @description The id of the stream.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      stream_id: string;
      /**
       * @description `enabled`: events are delivered. `paused`: events are stored until the stream is enabled, for at most 7 days. `disabled`: events are not stored.
       * @example paused
       */
      status: components['schemas']['SignalStreamState'];
      /**
       * @description Why the status was set.
       * @example Maintenance until noon
       */
      reason?: string;
    };
    SignalSubject: {
      /**
       * @description How the user is identified. `iss_sub`: by the issuer and the `sub` of tokens. `opaque`: by your own id for the user.
       * @example iss_sub
       */
      format: components['schemas']['SignalSubjectFormat'];
      /**
       * @description For `iss_sub`: the issuer.
       * @example https://auth.example.com/service/authserver
       */
      iss?: string;
      /**
       * Format: uuid
       * @description For `iss_sub`: the `sub` of the user.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      sub?: string;
      /**
       * @description For `opaque`: the id of the user.
       * @example jane.doe
       */
      id?: string;
    };
    /** @enum {string} */
    SignalSubjectFormat: 'iss_sub' | 'opaque';
    /** @enum {string} */
    SigningStatus: 'Verified' | 'Failed' | 'NA';
    StatusChange: {
      /**
       * @description When the status changed, in milliseconds since 1970.
       * @example 1767225600000
       */
      changedTs: number;
      /**
       * @description The previous status. Omitted for the enrolment.
       * @example ACTIVE
       */
      from?: components['schemas']['UserStatus'];
      /** @example BLOCKED */
      to: components['schemas']['UserStatus'];
      /**
       * @description What caused the change: the enterprise, the user, wrong attempts, or the passage of time.
       * @example enterprise
       */
      by: components['schemas']['UserStatusChanger'];
      /** @description Who made the change, as in the audit log. */
      actor: components['schemas']['AuditActor'];
      /**
       * @description The reason.
       * @example Reported her phone stolen
       */
      comments: string | null;
    };
    StatusChangeList: {
      statusChanges: components['schemas']['StatusChange'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    SystemCertificate: {
      /**
       * @description `server`: the listeners use the certificate. `outbound`: the service presents it when it calls other servers.
       * @example server
       */
      use: components['schemas']['CertificateUse'];
      /** @example CN=api.example.com */
      subject: string;
      /**
       * @description Start of the validity, in milliseconds since 1970.
       * @example 1767225600000
       */
      notBeforeTs: number;
      /**
       * @description End of the validity, in milliseconds since 1970.
       * @example 1767225600000
       */
      notAfterTs: number;
    };
    SystemDatabase: {
      /**
       * @description The version of PostgreSQL.
       * @example 17.6
       */
      version: string;
      /**
       * @description The size of the database, in bytes.
       * @example 734003200
       */
      bytes: number;
      /**
       * @description Whether the service runs its own PostgreSQL, as in development.
       * @example false
       */
      embedded: boolean;
    };
    SystemMigrations: {
      /** @example 42 */
      applied: number;
      /** @example NotificationsBaseline1798449005000 */
      newest: string | null;
      /**
       * @description Migrations of this release that have not been applied to the database yet.
       * @example 0
       */
      pending: number;
    };
    /** @enum {string} */
    SystemMode: 'development' | 'production' | 'test';
    SystemOverview: {
      /**
       * @description The release of the service.
       * @example 1.0.0
       */
      version: string;
      /**
       * @description The version of Node.js.
       * @example 20.19.0
       */
      node: string;
      /** @example production */
      mode: components['schemas']['SystemMode'];
      /**
       * @description Since when the process that answers this call has been running, in milliseconds since 1970.
       * @example 1767225600000
       */
      startedTs: number;
      database: components['schemas']['SystemDatabase'];
      migrations: components['schemas']['SystemMigrations'];
      /** @description All processes that are connected to the database now, on any machine, oldest first. */
      processes: components['schemas']['SystemProcess'][];
      surfaces: components['schemas']['SystemSurface'][];
      /**
       * @description Whether the process that answers this call processes jobs.
       * @example true
       */
      worker: boolean;
      /** @description The stored jobs and events, by kind. */
      work: components['schemas']['SystemWork'][];
      /** @description The certificates named in the settings, as they are in the files now. After you change a file, reload the service to use it. */
      certificates: components['schemas']['SystemCertificate'][];
      /** @description The states whose signatures on the chips of passports are trusted. */
      chipTrust: components['schemas']['ChipTrust'];
      /** @description The settings that differ from their defaults. */
      settings: components['schemas']['SystemSetting'][];
    };
    SystemProcess: {
      /**
       * @description Since when the process has been connected to the database, in milliseconds since 1970.
       * @example 1767225600000
       */
      startedTs: number;
      /**
       * @description The address from which the process connects to the database.
       * @example 10.0.0.12
       */
      address: string | null;
    };
    SystemSetting: {
      /** @example RATE_LIMIT */
      name: string;
      /**
       * @description The value. `null`: it is secret.
       * @example 200
       */
      value: string | null;
      /**
       * @description The default. `null`: there is none.
       * @example 100
       */
      default: string | null;
      /**
       * @description Whether the setting is a secret. Its value is not shown.
       * @example false
       */
      secret: boolean;
    };
    SystemSurface: {
      /** @example management */
      name: string;
      /** @example Management API */
      title: string;
      /** @example https://api.example.com */
      url: string;
      /**
       * @description Whether the process that answers this call serves the surface.
       * @example true
       */
      open: boolean;
    };
    SystemWork: {
      /**
       * @description `events`, or the kind of jobs.
       * @example shared/deliver-webhook
       */
      kind: string;
      /**
       * @description The number of waiting jobs or events, whether they are due or not. Running ones are not counted.
       * @example 3
       */
      waiting: number;
      /**
       * @description The number of jobs or events that failed too often and are no longer retried.
       * @example 0
       */
      parked: number;
      /**
       * @description How long the oldest due job or event has been overdue, in seconds.
       * @example 0
       */
      overdueSeconds: number;
    };
    TemplateVariable: {
      /**
       * @description `text`: one line of text. `number`: a decimal number. `money`: an object `{ amount, currency }`. `date`: a day such as 2026-01-31.
       * @example money
       */
      type: components['schemas']['TemplateVariableType'];
      /**
       * @description The maximum length of a `text` variable, in characters.
       * @example 70
       */
      max?: number;
      /**
       * @description The name of the variable. It consists of a-z, 0-9 and _, and begins with a letter.
       * @example amount
       */
      name: string;
    };
    /** @enum {string} */
    TemplateVariableType: 'text' | 'number' | 'money' | 'date';
    TrustedState: {
      /**
       * @description The state, by the two-letter code in its certificates.
       * @example DE
       */
      state: string;
      /**
       * @description The number of authorities of the state that are valid now.
       * @example 3
       */
      authorities: number;
      /**
       * @description When the last certificate of the state expires, in milliseconds since 1970.
       * @example 1767225600000
       */
      untilTs: number;
      /**
       * @description When the revocation list of the state should be replaced, in milliseconds since 1970. `null`: there is no list, or the list names no time.
       * @example 1767225600000
       */
      revocationsUntilTs: number | null;
    };
    /** @enum {string} */
    UnverifiedReason:
      | 'no_roots'
      | 'unknown_root'
      | 'other_app'
      | 'not_in_hardware'
      | 'imported_key'
      | 'boot_not_verified';
    UpdateStatus: {
      /**
       * @description The new status, or a verb. `CREATED`: after a VERIFIED identity verification. `BLOCKED`, `UNBLOCK`: block and unblock. `PAUSED`, `UNPAUSE`: pause and continue. `RESET`: the user has lost the credentials and must activate again. `DELETED`: delete the user for good.
       * @example BLOCKED
       */
      status: components['schemas']['UserStatusVerb'];
      /**
       * @description The reason for the change. It is shown in `statusChange`, in the status history and in the audit log, until the user is erased. It is not stored if nothing changes.
       * @example Reported her phone stolen
       */
      comments?: string;
    };
    UsedNotificationTemplate: {
      /** @example payment */
      template_id: string;
      /** @example 2 */
      version: number;
    };
    User: {
      /** @example jane.doe */
      userId: string;
      /** @example Jane */
      firstName: string | null;
      /** @example Doe */
      lastName: string | null;
      /** @example retail */
      primaryGroup: string;
      /**
       * @example [
       *       "gold"
       *     ]
       */
      secondaryGroups: string[];
      /** @example jane.doe@example.com */
      emailId: string | null;
      /** @description Whether the address is verified: the user has entered a code that was mailed to it, or you have vouched for it. */
      emailVerified: boolean;
      /** @example +4915112345678 */
      mobileNumber: string | null;
      /** @example jane */
      loginId: string | null;
      /** @example de */
      language: string;
      /**
       * @description The note for your own staff.
       * @example text
       */
      comments: string | null;
      /**
       * @description The facts about the user that your own APIs may get as claims.
       * @example {
       *       "department": "Payments"
       *     }
       */
      attributes: {
        [key: string]: string;
      };
      /** @example ONBOARDING */
      status: components['schemas']['UserStatus'];
      /** @description What blocked a BLOCKED user: the `enterprise`, or wrong `attempts`. */
      blockedBy?: components['schemas']['UserStatusChanger'];
      /** @description The newest status change. Omitted if the status has not changed since the enrolment. */
      statusChange?: components['schemas']['StatusChange'];
      /**
       * @description When the user was last active, in milliseconds since 1970, accurate to the hour.
       * @example 1767225600000
       */
      lastActiveTs: number | null;
      /**
       * @description When the user was enrolled, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the user was last changed, in milliseconds since 1970.
       * @example 1767225600000
       */
      updatedTs: number;
      /**
       * @description The client that enrolled the user.
       * @example portal
       */
      createdBy: string;
      /**
       * @description The KYC reference of the newest verification that has one.
       * @example text
       */
      kycReferenceId: string | null;
    };
    UserAction: {
      /**
       * Format: uuid
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      actionId: string;
      /**
       * @description The action.
       * @example BLOCKED
       */
      action: components['schemas']['UserActionName'];
      /**
       * @description The state. `running`: some users have not been handled yet. `done`: all users have been handled.
       * @example running
       */
      state: components['schemas']['UserActionState'];
      /**
       * @description The number of users.
       * @example 2
       */
      total: number;
      /**
       * @description The number of users handled so far.
       * @example 1
       */
      handled: number;
      /**
       * @description The number of users for whom the action has failed so far.
       * @example 0
       */
      failed: number;
      /** @description The users for whom the action failed so far. Omitted in lists. */
      failures?: components['schemas']['UserActionFailure'][];
      /**
       * @description When the action was started, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the last user was handled, in milliseconds since 1970. `null`: the action is running.
       * @example 1767225600000
       */
      endedTs: number | null;
    };
    UserActionFailure: {
      /**
       * @description The id of the user.
       * @example jane.doe
       */
      userId: string;
      /**
       * @description The error code.
       * @example users/not-found
       */
      code: string;
      /**
       * @description What the error means.
       * @example User not found
       */
      title: string;
    };
    UserActionList: {
      actions: components['schemas']['UserAction'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    /** @enum {string} */
    UserActionName: 'PAUSED' | 'UNPAUSE' | 'BLOCKED' | 'UNBLOCK' | 'ACTIVATION_CODE';
    /** @enum {string} */
    UserActionState: 'running' | 'done';
    UserApplication: {
      /** @example portal */
      clientId: string;
      /** @example Customer portal */
      name: string;
      /**
       * @example [
       *       "openid"
       *     ]
       */
      scopes: string[];
      /**
       * @description When the user first allowed the access, in milliseconds since 1970.
       * @example 1767225600000
       */
      sinceTs: number;
      /** @example 1767225600000 */
      lastUsedTs: number;
    };
    UserApplications: {
      applications: components['schemas']['UserApplication'][];
    };
    UserBatch: {
      /** @description The users to enrol. Each has the same fields as in `POST /v1/users`. */
      users: {
        [key: string]: unknown;
      }[];
    };
    UserBatchAnswer: {
      created: number;
      refused: number;
      results: components['schemas']['UserBatchResult'][];
    };
    UserBatchResult: {
      /** @description The position of the user in the request. The first position is 0. */
      index: number;
      /**
       * @description The id of the user. Omitted if the request contained none.
       * @example text
       */
      userId?: string;
      /** @enum {string} */
      result: 'created' | 'refused';
      user?: components['schemas']['EnrolledUser'];
      /**
       * @description Why this user was refused.
       * @example users/already-exists
       */
      code?: string;
      /** @description The wrong fields. The pointers are relative to this user. */
      errors?: components['schemas']['ProblemField'][];
    };
    UserCredentials: {
      /** @description The password. `null`: the user has no password. */
      password: components['schemas']['UserPassword'] | null;
      /** @description The passkeys, oldest first. */
      passkeys: components['schemas']['UserPasskey'][];
      /** @description The authenticator app. `null`: the user has set up none. */
      totp: components['schemas']['UserTotp'] | null;
      /** @description The recovery codes. `null`: the user has made none. */
      recoveryCodes: components['schemas']['UserRecoveryCodes'] | null;
      /** @description The replacement of a lost second factor. `null`: no replacement is in progress. */
      factorRecovery: components['schemas']['UserFactorRecovery'] | null;
      /** @description Wrong attempts that still count. */
      tries: components['schemas']['LoginTries'][];
    };
    UserDetails: {
      /** @example jane.doe */
      userId: string;
      /** @example Jane */
      firstName: string | null;
      /** @example Doe */
      lastName: string | null;
      /** @example retail */
      primaryGroup: string;
      /**
       * @example [
       *       "gold"
       *     ]
       */
      secondaryGroups: string[];
      /** @example jane.doe@example.com */
      emailId: string | null;
      /** @description Whether the address is verified: the user has entered a code that was mailed to it, or you have vouched for it. */
      emailVerified: boolean;
      /** @example +4915112345678 */
      mobileNumber: string | null;
      /** @example jane */
      loginId: string | null;
      /** @example de */
      language: string;
      /**
       * @description The note for your own staff.
       * @example text
       */
      comments: string | null;
      /**
       * @description The facts about the user that your own APIs may get as claims.
       * @example {
       *       "department": "Payments"
       *     }
       */
      attributes: {
        [key: string]: string;
      };
      /** @example ONBOARDING */
      status: components['schemas']['UserStatus'];
      /** @description What blocked a BLOCKED user: the `enterprise`, or wrong `attempts`. */
      blockedBy?: components['schemas']['UserStatusChanger'];
      /** @description The newest status change. Omitted if the status has not changed since the enrolment. */
      statusChange?: components['schemas']['StatusChange'];
      /**
       * @description When the user was last active, in milliseconds since 1970, accurate to the hour.
       * @example 1767225600000
       */
      lastActiveTs: number | null;
      /**
       * @description When the user was enrolled, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the user was last changed, in milliseconds since 1970.
       * @example 1767225600000
       */
      updatedTs: number;
      /**
       * @description The client that enrolled the user.
       * @example portal
       */
      createdBy: string;
      /**
       * @description The KYC reference of the newest verification that has one.
       * @example text
       */
      kycReferenceId: string | null;
      /** @description The verbs that `PUT /v1/users/{userId}/status` accepts now, each with the resulting status. */
      allowedVerbs: components['schemas']['AllowedVerb'][];
      /** @description The newest identity verification that has ended. */
      idv: components['schemas']['UserIdv'] | null;
      /**
       * @description Until this time, operators need the approval of a second operator to send an activation code. In milliseconds since 1970. Present only after an operator has changed the e-mail address or mobile number.
       * @example 1767225600000
       */
      codesHeldUntilTs: number | null;
    };
    UserFactorRecovery: {
      /**
       * @description When the replacement was started, in milliseconds since 1970.
       * @example 1767225600000
       */
      startedTs: number;
      /**
       * @description When the new second factor can be set up, in milliseconds since 1970. `null`: the identity is still being checked.
       * @example 1767225600000
       */
      readyTs: number | null;
    };
    UserIdv: {
      /** @example VERIFIED */
      status: string;
      /**
       * @description When the verification reached this status, in milliseconds since 1970.
       * @example 1767225600000
       */
      finishedTs: number | null;
    };
    UserList: {
      users: components['schemas']['User'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    /** @enum {string} */
    UserOrder: 'userId' | '-createdTs';
    UserPasskey: {
      /** @example u1zK0Wq5Tn2kXf7c3mYb9A */
      id: string;
      /** @example Work laptop */
      name: string;
      /** @example 1767225600000 */
      createdTs: number;
      /** @example 1767225600000 */
      lastUsedTs: number | null;
      /** @description Whether the passkey is backed up by its provider, so that it survives the loss of the device. */
      backedUp: boolean;
    };
    UserPassword: {
      /**
       * @description When the password was set, in milliseconds since 1970.
       * @example 1767225600000
       */
      setTs: number;
    };
    UserRecoveryCodes: {
      /**
       * @description When the user made the codes, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description How many of the ten codes are still unused.
       * @example 9
       */
      left: number;
    };
    /** @enum {string} */
    UserStatus: 'ONBOARDING' | 'CREATED' | 'ACTIVE' | 'RESET' | 'INACTIVE' | 'BLOCKED' | 'PAUSED' | 'DELETED';
    /** @enum {string} */
    UserStatusChanger: 'enterprise' | 'user' | 'attempts' | 'time';
    /** @enum {string} */
    UserStatusNeed: 'idvVerified';
    /** @enum {string} */
    UserStatusVerb: 'CREATED' | 'BLOCKED' | 'UNBLOCK' | 'PAUSED' | 'UNPAUSE' | 'RESET' | 'DELETED';
    UserTotp: {
      /**
       * @description When the user set up the app, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When a code was last accepted, in milliseconds since 1970.
       * @example 1767225600000
       */
      lastUsedTs: number;
    };
    VerifySignalStream: {
      /**
       * Format: uuid
       * @description The id of the stream.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      stream_id: string;
      /**
       * @description A value that you choose. The event contains it.
       * @example VGhpcyBpcyBhbiBleGFtcGxlIHN0YXRl
       */
      state?: string;
    };
    WaitsForSecond: {
      /**
       * Format: uuid
       * @description The id of the request for approval. See `GET /v1/fourEyes/{id}`.
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /**
       * @description The request expires at this time, in milliseconds since 1970. After that, it can no longer be approved.
       * @example 1767225600000
       */
      fallsTs: number;
    };
    WebhookAttempt: {
      /**
       * Format: date-time
       * @description When the attempt started.
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description The duration of the attempt, in milliseconds.
       * @example 148
       */
      ms: number;
      /**
       * @description The HTTP status of the receiver's response. `null`: there was no response.
       * @example 503
       */
      status: number | null;
      /**
       * @description Why the attempt failed. `null`: it succeeded. `status`: the response did not have a 2xx status. `refused`: the address is not public. `unreachable`: the connection failed or broke. `timeout`: there was no response within 15 s. `too-large`: the response was larger than 64 KiB. `disabled`: no attempt was made, because the endpoint was disabled. `expired`: no attempt was made, because the delivery had waited for 30 hours.
       * @example status
       */
      error: components['schemas']['WebhookDeliveryError'] | null;
    };
    WebhookDelivery: {
      /**
       * Format: uuid
       * @example 019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14
       */
      deliveryId: string;
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      endpointId: string;
      /**
       * Format: uuid
       * @description The value of the header `webhook-id`. It is the same in every attempt.
       * @example 019c1380-09f8-7b62-93d4-7e5a1c0b8d33
       */
      webhookId: string;
      /**
       * @description The event type, or `callback`, or `webhook.test`.
       * @example user.status_changed
       */
      type: string;
      /** @example waiting */
      status: components['schemas']['WebhookDeliveryStatus'];
      /**
       * Format: uuid
       * @description The id of the notification, identity verification session or device that the delivery is about.
       * @example 019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14
       */
      about: string | null;
      /**
       * @description The user that the delivery is about. `null`: the delivery is not about a user, or the user was erased.
       * @example jane.doe
       */
      userId: string | null;
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the next attempt is due. It can be delayed while the endpoint fails. `null`: no attempt will follow, or an attempt is being made now.
       * @example 2026-01-31T09:30:00.000Z
       */
      nextAttemptAt: string | null;
      /** @description The last attempts, oldest first. */
      attempts: components['schemas']['WebhookAttempt'][];
    };
    /** @enum {string} */
    WebhookDeliveryError: 'status' | 'refused' | 'unreachable' | 'timeout' | 'too-large' | 'disabled' | 'expired';
    WebhookDeliveryList: {
      deliveries: components['schemas']['WebhookDelivery'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    /** @enum {string} */
    WebhookDeliveryStatus: 'waiting' | 'delivered' | 'failed';
    /** @enum {string} */
    WebhookDisabledBy: 'enterprise' | 'receiver' | 'failures';
    WebhookEndpoint: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      endpointId: string;
      /**
       * Format: uri
       * @description The address to which webhooks are sent. It must be a public `https` address without credentials or a fragment. In development mode, `http` on the same machine is also allowed.
       * @example https://bank.example/webhooks/countersign
       */
      url: string;
      /**
       * @description The event types to which the endpoint subscribes. The section *Webhooks* of this document describes each type. If the list is empty, the endpoint receives only callbacks of notifications whose `callback_url` has the same origin.
       * @example [
       *       "user.status_changed"
       *     ]
       */
      eventTypes: components['schemas']['WebhookEventType'][];
      /**
       * @description Whether events are delivered to the endpoint. Events that happen while it is disabled are never delivered.
       * @example true
       */
      enabled: boolean;
      /**
       * @description Who disabled the endpoint. `enterprise`: you did. `receiver`: the receiver responded with status 410. `failures`: the service did, because every attempt had failed for 5 days. `null`: the endpoint is enabled.
       * @example null
       */
      disabledBy: components['schemas']['WebhookDisabledBy'] | null;
      /**
       * @description Since when every attempt has failed, in milliseconds since 1970. `null`: the last attempt succeeded.
       * @example null
       */
      failingSinceTs: number | null;
      /**
       * @description When the endpoint was registered, in milliseconds since 1970.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the endpoint was last changed, in milliseconds since 1970.
       * @example 1767225600000
       */
      updatedTs: number;
    };
    WebhookEndpointList: {
      webhookEndpoints: components['schemas']['WebhookEndpoint'][];
      /** @description Send it as `cursor` to get the next page. `null`: this is the last page. */
      next: string | null;
    };
    /** @enum {string} */
    WebhookEventType:
      | 'device.registered'
      | 'idv.evidence_removed'
      | 'idv.finished'
      | 'idv.review_required'
      | 'notification.closed'
      | 'notification.fraud_reported'
      | 'operators.unusual_reading'
      | 'user.factor_changed'
      | 'user.status_changed';
    /** @enum {string} */
    WorkState: 'parked';
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AccessTokenFormat = components['schemas']['AccessTokenFormat'];
export type AcrValue = components['schemas']['AcrValue'];
export type Activity = components['schemas']['Activity'];
export type ActivityKind = components['schemas']['ActivityKind'];
export type ActivityList = components['schemas']['ActivityList'];
export type ActivityStatusChange = components['schemas']['ActivityStatusChange'];
export type AddSignalSubject = components['schemas']['AddSignalSubject'];
export type AlarmSeverity = components['schemas']['AlarmSeverity'];
export type AlarmTest = components['schemas']['AlarmTest'];
export type AlarmTestOutcome = components['schemas']['AlarmTestOutcome'];
export type AllowedExport = components['schemas']['AllowedExport'];
export type AllowedVerb = components['schemas']['AllowedVerb'];
export type AnsweredWebhookAttempt = components['schemas']['AnsweredWebhookAttempt'];
export type Api = components['schemas']['Api'];
export type ApiList = components['schemas']['ApiList'];
export type ApiScope = components['schemas']['ApiScope'];
export type ApiScopeAudience = components['schemas']['ApiScopeAudience'];
export type ApplicationType = components['schemas']['ApplicationType'];
export type Attention = components['schemas']['Attention'];
export type AttestationFormat = components['schemas']['AttestationFormat'];
export type AttestationVerdict = components['schemas']['AttestationVerdict'];
export type AuditActor = components['schemas']['AuditActor'];
export type AuditActorKind = components['schemas']['AuditActorKind'];
export type AuditChain = components['schemas']['AuditChain'];
export type AuditCheckpoint = components['schemas']['AuditCheckpoint'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type AuditEventDetails = components['schemas']['AuditEventDetails'];
export type AuditEventList = components['schemas']['AuditEventList'];
export type AuditLink = components['schemas']['AuditLink'];
export type AuditOutcome = components['schemas']['AuditOutcome'];
export type AuthorizationDetailText = components['schemas']['AuthorizationDetailText'];
export type AuthorizationDetailType = components['schemas']['AuthorizationDetailType'];
export type AuthorizationDetailTypeList = components['schemas']['AuthorizationDetailTypeList'];
export type Backchannel = components['schemas']['Backchannel'];
export type BackchannelAlgorithm = components['schemas']['BackchannelAlgorithm'];
export type BackchannelDelivery = components['schemas']['BackchannelDelivery'];
export type Branding = components['schemas']['Branding'];
export type CertificateUse = components['schemas']['CertificateUse'];
export type ChangeApi = components['schemas']['ChangeApi'];
export type ChangeAuthorizationDetailType = components['schemas']['ChangeAuthorizationDetailType'];
export type ChangeClient = components['schemas']['ChangeClient'];
export type ChangeDevice = components['schemas']['ChangeDevice'];
export type ChangeEnterprise = components['schemas']['ChangeEnterprise'];
export type ChangeMyAlarms = components['schemas']['ChangeMyAlarms'];
export type ChangeNotificationTemplate = components['schemas']['ChangeNotificationTemplate'];
export type ChangeOperator = components['schemas']['ChangeOperator'];
export type ChangeSignalStream = components['schemas']['ChangeSignalStream'];
export type ChangeSignalStreamStatus = components['schemas']['ChangeSignalStreamStatus'];
export type ChangeUser = components['schemas']['ChangeUser'];
export type ChangeWebhookEndpoint = components['schemas']['ChangeWebhookEndpoint'];
export type ChangedMyAlarms = components['schemas']['ChangedMyAlarms'];
export type ChipTrust = components['schemas']['ChipTrust'];
export type ChipTrustFault = components['schemas']['ChipTrustFault'];
export type ChipTrustFaultKind = components['schemas']['ChipTrustFaultKind'];
export type Client = components['schemas']['Client'];
export type ClientAuthMethod = components['schemas']['ClientAuthMethod'];
export type ClientList = components['schemas']['ClientList'];
export type ClientRefusal = components['schemas']['ClientRefusal'];
export type ClientRefusals = components['schemas']['ClientRefusals'];
export type ClientSecret = components['schemas']['ClientSecret'];
export type ClientWithSecret = components['schemas']['ClientWithSecret'];
export type CreateApi = components['schemas']['CreateApi'];
export type CreateAuthorizationDetailType = components['schemas']['CreateAuthorizationDetailType'];
export type CreateClient = components['schemas']['CreateClient'];
export type CreateEnterprise = components['schemas']['CreateEnterprise'];
export type CreateIdvWebToken = components['schemas']['CreateIdvWebToken'];
export type CreateInitialAccessToken = components['schemas']['CreateInitialAccessToken'];
export type CreateNotification = components['schemas']['CreateNotification'];
export type CreateNotificationTemplate = components['schemas']['CreateNotificationTemplate'];
export type CreateSignalStream = components['schemas']['CreateSignalStream'];
export type CreateUser = components['schemas']['CreateUser'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type CreatedNotification = components['schemas']['CreatedNotification'];
export type DataSide = components['schemas']['DataSide'];
export type DecideIdvReview = components['schemas']['DecideIdvReview'];
export type DecidedIdvReview = components['schemas']['DecidedIdvReview'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type Device = components['schemas']['Device'];
export type DeviceAttestation = components['schemas']['DeviceAttestation'];
export type DeviceList = components['schemas']['DeviceList'];
export type DevicePlatform = components['schemas']['DevicePlatform'];
export type EnrolledUser = components['schemas']['EnrolledUser'];
export type Enterprise = components['schemas']['Enterprise'];
export type EnterpriseList = components['schemas']['EnterpriseList'];
export type Evidence = components['schemas']['Evidence'];
export type EvidenceContent = components['schemas']['EvidenceContent'];
export type EvidenceDevice = components['schemas']['EvidenceDevice'];
export type ExportFormat = components['schemas']['ExportFormat'];
export type ExportReason = components['schemas']['ExportReason'];
export type Figure = components['schemas']['Figure'];
export type FigureDefinition = components['schemas']['FigureDefinition'];
export type FigureList = components['schemas']['FigureList'];
export type FigureSeries = components['schemas']['FigureSeries'];
export type FigureStep = components['schemas']['FigureStep'];
export type FigureUnit = components['schemas']['FigureUnit'];
export type FourEyes = components['schemas']['FourEyes'];
export type FourEyesAnswer = components['schemas']['FourEyesAnswer'];
export type FourEyesAskedBy = components['schemas']['FourEyesAskedBy'];
export type FourEyesCall = components['schemas']['FourEyesCall'];
export type FourEyesList = components['schemas']['FourEyesList'];
export type FourEyesOperator = components['schemas']['FourEyesOperator'];
export type FourEyesState = components['schemas']['FourEyesState'];
export type FourEyesStates = components['schemas']['FourEyesStates'];
export type FourEyesVerb = components['schemas']['FourEyesVerb'];
export type Grant = components['schemas']['Grant'];
export type GrantSide = components['schemas']['GrantSide'];
export type GrantType = components['schemas']['GrantType'];
export type GroupLevel = components['schemas']['GroupLevel'];
export type IdTokenAlgorithm = components['schemas']['IdTokenAlgorithm'];
export type IdvAttempts = components['schemas']['IdvAttempts'];
export type IdvCheckDigit = components['schemas']['IdvCheckDigit'];
export type IdvCheckState = components['schemas']['IdvCheckState'];
export type IdvChecks = components['schemas']['IdvChecks'];
export type IdvChipApp = components['schemas']['IdvChipApp'];
export type IdvChipOffer = components['schemas']['IdvChipOffer'];
export type IdvChipProof = components['schemas']['IdvChipProof'];
export type IdvClaimedReviews = components['schemas']['IdvClaimedReviews'];
export type IdvComparedField = components['schemas']['IdvComparedField'];
export type IdvDocument = components['schemas']['IdvDocument'];
export type IdvDocumentType = components['schemas']['IdvDocumentType'];
export type IdvField = components['schemas']['IdvField'];
export type IdvFieldName = components['schemas']['IdvFieldName'];
export type IdvFieldSource = components['schemas']['IdvFieldSource'];
export type IdvFindings = components['schemas']['IdvFindings'];
export type IdvKycState = components['schemas']['IdvKycState'];
export type IdvMethod = components['schemas']['IdvMethod'];
export type IdvOverdueReviews = components['schemas']['IdvOverdueReviews'];
export type IdvPrinted = components['schemas']['IdvPrinted'];
export type IdvProof = components['schemas']['IdvProof'];
export type IdvProofKind = components['schemas']['IdvProofKind'];
export type IdvProofLevel = components['schemas']['IdvProofLevel'];
export type IdvProofRevocation = components['schemas']['IdvProofRevocation'];
export type IdvReadBy = components['schemas']['IdvReadBy'];
export type IdvReason = components['schemas']['IdvReason'];
export type IdvReasonDetails = components['schemas']['IdvReasonDetails'];
export type IdvResult = components['schemas']['IdvResult'];
export type IdvReview = components['schemas']['IdvReview'];
export type IdvReviewDecision = components['schemas']['IdvReviewDecision'];
export type IdvReviewDetails = components['schemas']['IdvReviewDetails'];
export type IdvReviewList = components['schemas']['IdvReviewList'];
export type IdvReviewOutcome = components['schemas']['IdvReviewOutcome'];
export type IdvReviewPicture = components['schemas']['IdvReviewPicture'];
export type IdvSession = components['schemas']['IdvSession'];
export type IdvSessionDetails = components['schemas']['IdvSessionDetails'];
export type IdvSessionEvent = components['schemas']['IdvSessionEvent'];
export type IdvSessionEventList = components['schemas']['IdvSessionEventList'];
export type IdvSessionList = components['schemas']['IdvSessionList'];
export type IdvSessionOrder = components['schemas']['IdvSessionOrder'];
export type IdvSettings = components['schemas']['IdvSettings'];
export type IdvSignalKind = components['schemas']['IdvSignalKind'];
export type IdvSignalSide = components['schemas']['IdvSignalSide'];
export type IdvStatus = components['schemas']['IdvStatus'];
export type IdvStep = components['schemas']['IdvStep'];
export type IdvThresholds = components['schemas']['IdvThresholds'];
export type IdvWebToken = components['schemas']['IdvWebToken'];
export type IdvWebTokenList = components['schemas']['IdvWebTokenList'];
export type InitialAccessToken = components['schemas']['InitialAccessToken'];
export type InitialAccessTokenList = components['schemas']['InitialAccessTokenList'];
export type Invitation = components['schemas']['Invitation'];
export type Job = components['schemas']['Job'];
export type JobList = components['schemas']['JobList'];
export type Jwks = components['schemas']['Jwks'];
export type Key = components['schemas']['Key'];
export type KeyAlgorithm = components['schemas']['KeyAlgorithm'];
export type KeyList = components['schemas']['KeyList'];
export type KeyState = components['schemas']['KeyState'];
export type KeyUse = components['schemas']['KeyUse'];
export type Kyc = components['schemas']['Kyc'];
export type KycAuth = components['schemas']['KycAuth'];
export type ListedIdvWebToken = components['schemas']['ListedIdvWebToken'];
export type LoginSession = components['schemas']['LoginSession'];
export type LoginSessions = components['schemas']['LoginSessions'];
export type LoginTries = components['schemas']['LoginTries'];
export type LoginTriesBrowser = components['schemas']['LoginTriesBrowser'];
export type Me = components['schemas']['Me'];
export type MessageChannel = components['schemas']['MessageChannel'];
export type MyAlarms = components['schemas']['MyAlarms'];
export type MyEnterprise = components['schemas']['MyEnterprise'];
export type MySession = components['schemas']['MySession'];
export type MySessionList = components['schemas']['MySessionList'];
export type MyTimes = components['schemas']['MyTimes'];
export type Need = components['schemas']['Need'];
export type NewAllowedExport = components['schemas']['NewAllowedExport'];
export type NewClientSecret = components['schemas']['NewClientSecret'];
export type NewInitialAccessToken = components['schemas']['NewInitialAccessToken'];
export type NewKey = components['schemas']['NewKey'];
export type NewOperator = components['schemas']['NewOperator'];
export type NewUserAction = components['schemas']['NewUserAction'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type NewWebhookSecret = components['schemas']['NewWebhookSecret'];
export type Notification = components['schemas']['Notification'];
export type NotificationAction = components['schemas']['NotificationAction'];
export type NotificationBody = components['schemas']['NotificationBody'];
export type NotificationDetails = components['schemas']['NotificationDetails'];
export type NotificationEvent = components['schemas']['NotificationEvent'];
export type NotificationEventKind = components['schemas']['NotificationEventKind'];
export type NotificationEvents = components['schemas']['NotificationEvents'];
export type NotificationKind = components['schemas']['NotificationKind'];
export type NotificationList = components['schemas']['NotificationList'];
export type NotificationPreview = components['schemas']['NotificationPreview'];
export type NotificationPush = components['schemas']['NotificationPush'];
export type NotificationStatus = components['schemas']['NotificationStatus'];
export type NotificationSummary = components['schemas']['NotificationSummary'];
export type NotificationTemplate = components['schemas']['NotificationTemplate'];
export type NotificationTemplateList = components['schemas']['NotificationTemplateList'];
export type OpenedWebhookDelivery = components['schemas']['OpenedWebhookDelivery'];
export type Operator = components['schemas']['Operator'];
export type OperatorInvitation = components['schemas']['OperatorInvitation'];
export type OperatorLeave = components['schemas']['OperatorLeave'];
export type OperatorList = components['schemas']['OperatorList'];
export type OperatorRole = components['schemas']['OperatorRole'];
export type OperatorState = components['schemas']['OperatorState'];
export type OperatorStateChange = components['schemas']['OperatorStateChange'];
export type ParkedEvent = components['schemas']['ParkedEvent'];
export type ParkedEventList = components['schemas']['ParkedEventList'];
export type PollSecurityEvents = components['schemas']['PollSecurityEvents'];
export type PolledSecurityEvents = components['schemas']['PolledSecurityEvents'];
export type PreviewNotificationTemplate = components['schemas']['PreviewNotificationTemplate'];
export type Problem = components['schemas']['Problem'];
export type ProblemField = components['schemas']['ProblemField'];
export type PushMessage = components['schemas']['PushMessage'];
export type PushOutcome = components['schemas']['PushOutcome'];
export type QuietHours = components['schemas']['QuietHours'];
export type RateLimit = components['schemas']['RateLimit'];
export type Refusal = components['schemas']['Refusal'];
export type RegistrableGrant = components['schemas']['RegistrableGrant'];
export type RegistrableScope = components['schemas']['RegistrableScope'];
export type RemoveSignalSubject = components['schemas']['RemoveSignalSubject'];
export type ReplaceSignalStream = components['schemas']['ReplaceSignalStream'];
export type ReplayFailed = components['schemas']['ReplayFailed'];
export type Replayed = components['schemas']['Replayed'];
export type ReviewClaim = components['schemas']['ReviewClaim'];
export type ReviewSignal = components['schemas']['ReviewSignal'];
export type Right = components['schemas']['Right'];
export type RightName = components['schemas']['RightName'];
export type Role = components['schemas']['Role'];
export type RoleList = components['schemas']['RoleList'];
export type RotateClientSecret = components['schemas']['RotateClientSecret'];
export type RotateKeys = components['schemas']['RotateKeys'];
export type RotateWebhookSecret = components['schemas']['RotateWebhookSecret'];
export type RotatedKeys = components['schemas']['RotatedKeys'];
export type Scope = components['schemas']['Scope'];
export type SearchAnswer = components['schemas']['SearchAnswer'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchHitKind = components['schemas']['SearchHitKind'];
export type SecondFactor = components['schemas']['SecondFactor'];
export type SecurityProfile = components['schemas']['SecurityProfile'];
export type Severity = components['schemas']['Severity'];
export type ShownFactor = components['schemas']['ShownFactor'];
export type ShownKyc = components['schemas']['ShownKyc'];
export type ShownMessageChannel = components['schemas']['ShownMessageChannel'];
export type ShownSignalDelivery = components['schemas']['ShownSignalDelivery'];
export type SignIn = components['schemas']['SignIn'];
export type SignInFactor = components['schemas']['SignInFactor'];
export type SignInLevel = components['schemas']['SignInLevel'];
export type SignInSettings = components['schemas']['SignInSettings'];
export type SignalDelivery = components['schemas']['SignalDelivery'];
export type SignalDeliveryMethod = components['schemas']['SignalDeliveryMethod'];
export type SignalStream = components['schemas']['SignalStream'];
export type SignalStreamState = components['schemas']['SignalStreamState'];
export type SignalStreamStatus = components['schemas']['SignalStreamStatus'];
export type SignalSubject = components['schemas']['SignalSubject'];
export type SignalSubjectFormat = components['schemas']['SignalSubjectFormat'];
export type SigningStatus = components['schemas']['SigningStatus'];
export type StatusChange = components['schemas']['StatusChange'];
export type StatusChangeList = components['schemas']['StatusChangeList'];
export type SystemCertificate = components['schemas']['SystemCertificate'];
export type SystemDatabase = components['schemas']['SystemDatabase'];
export type SystemMigrations = components['schemas']['SystemMigrations'];
export type SystemMode = components['schemas']['SystemMode'];
export type SystemOverview = components['schemas']['SystemOverview'];
export type SystemProcess = components['schemas']['SystemProcess'];
export type SystemSetting = components['schemas']['SystemSetting'];
export type SystemSurface = components['schemas']['SystemSurface'];
export type SystemWork = components['schemas']['SystemWork'];
export type TemplateVariable = components['schemas']['TemplateVariable'];
export type TemplateVariableType = components['schemas']['TemplateVariableType'];
export type TrustedState = components['schemas']['TrustedState'];
export type UnverifiedReason = components['schemas']['UnverifiedReason'];
export type UpdateStatus = components['schemas']['UpdateStatus'];
export type UsedNotificationTemplate = components['schemas']['UsedNotificationTemplate'];
export type User = components['schemas']['User'];
export type UserAction = components['schemas']['UserAction'];
export type UserActionFailure = components['schemas']['UserActionFailure'];
export type UserActionList = components['schemas']['UserActionList'];
export type UserActionName = components['schemas']['UserActionName'];
export type UserActionState = components['schemas']['UserActionState'];
export type UserApplication = components['schemas']['UserApplication'];
export type UserApplications = components['schemas']['UserApplications'];
export type UserBatch = components['schemas']['UserBatch'];
export type UserBatchAnswer = components['schemas']['UserBatchAnswer'];
export type UserBatchResult = components['schemas']['UserBatchResult'];
export type UserCredentials = components['schemas']['UserCredentials'];
export type UserDetails = components['schemas']['UserDetails'];
export type UserFactorRecovery = components['schemas']['UserFactorRecovery'];
export type UserIdv = components['schemas']['UserIdv'];
export type UserList = components['schemas']['UserList'];
export type UserOrder = components['schemas']['UserOrder'];
export type UserPasskey = components['schemas']['UserPasskey'];
export type UserPassword = components['schemas']['UserPassword'];
export type UserRecoveryCodes = components['schemas']['UserRecoveryCodes'];
export type UserStatus = components['schemas']['UserStatus'];
export type UserStatusChanger = components['schemas']['UserStatusChanger'];
export type UserStatusNeed = components['schemas']['UserStatusNeed'];
export type UserStatusVerb = components['schemas']['UserStatusVerb'];
export type UserTotp = components['schemas']['UserTotp'];
export type VerifySignalStream = components['schemas']['VerifySignalStream'];
export type WaitsForSecond = components['schemas']['WaitsForSecond'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryError = components['schemas']['WebhookDeliveryError'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookDeliveryStatus = components['schemas']['WebhookDeliveryStatus'];
export type WebhookDisabledBy = components['schemas']['WebhookDisabledBy'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type WorkState = components['schemas']['WorkState'];
export type $defs = Record<string, never>;
export interface operations {
  Apis_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiList'];
        };
      };
    };
  };
  Apis_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApi'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Api'];
        };
      };
    };
  };
  Apis_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Api'];
        };
      };
    };
  };
  Apis_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The API is deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Apis_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeApi'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Api'];
        };
      };
    };
  };
  Figures_attention: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Attention'];
        };
      };
    };
  };
  AuditEvents_chain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditChain'];
        };
      };
    };
  };
  AuditEvents_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Start of the time range, inclusive. Example: `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description End of the time range, exclusive. Example: `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only events about the user with this `userId`. Example: `jane.doe`. */
        subject?: string;
        /** @description Only events of this kind. A value that ends with `.*` selects all kinds that begin like this, for example `idv.*`. Repeat the parameter for several kinds. Example: `users.user-status-changed`. */
        kind?: string[];
        /** @description Only events caused by this client, by the user with this `userId`, or by this operator. Example: `jane.doe`. */
        actor?: string;
        /** @description Only events caused by this kind of actor. */
        actorKind?: components['schemas']['AuditActorKind'];
        outcome?: components['schemas']['AuditOutcome'];
        /** @description Only events caused by calls from this IP address. Example: `203.0.113.7`. */
        address?: string;
        /** @description Only events caused by the call with this `X-Request-Id`. Example: `req-20260131-0001`. */
        requestId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list as JSON, or the whole list as a file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditEventList'];
          'text/csv': string;
          'application/x-ndjson': string;
        };
      };
    };
  };
  AuditEvents_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditEventDetails'];
        };
      };
    };
  };
  AuthorizationDetailTypes_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthorizationDetailTypeList'];
        };
      };
    };
  };
  AuthorizationDetailTypes_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAuthorizationDetailType'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthorizationDetailType'];
        };
      };
    };
  };
  AuthorizationDetailTypes_get: {
    parameters: {
      query?: {
        /** @description An earlier version of the type. Default: the newest. Example: `2`. */
        version?: number;
      };
      header?: never;
      path: {
        type: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthorizationDetailType'];
        };
      };
    };
  };
  AuthorizationDetailTypes_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        type: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The type is deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  AuthorizationDetailTypes_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        type: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeAuthorizationDetailType'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthorizationDetailType'];
        };
      };
    };
  };
  Clients_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Only clients whose name contains this text, and the client with this `clientId`. Case is ignored in names. Example: `banking`. */
        q?: string;
        /** @description Only clients that have this scope. */
        scope?: components['schemas']['Scope'];
        grantType?: components['schemas']['GrantType'];
        authMethod?: components['schemas']['ClientAuthMethod'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientList'];
        };
      };
    };
  };
  Clients_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateClient'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientWithSecret'];
        };
      };
    };
  };
  Clients_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        clientId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Client'];
        };
      };
    };
  };
  Clients_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        clientId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The client is deleted, and its tokens are revoked at once. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Clients_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        clientId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeClient'];
      };
    };
    responses: {
      /** @description The changed client. The response contains a new secret if the new `authMethod` needs one. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientWithSecret'];
        };
      };
    };
  };
  Clients_refusals: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        clientId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientRefusals'];
        };
      };
    };
  };
  Clients_rotateSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        clientId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateClientSecret'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewClientSecret'];
        };
      };
    };
  };
  Enterprises_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnterpriseList'];
        };
      };
    };
  };
  Enterprises_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEnterprise'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Enterprise'];
        };
      };
    };
  };
  Enterprises_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        enterpriseId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Enterprise'];
        };
      };
    };
  };
  Enterprises_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        enterpriseId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeEnterprise'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Enterprise'];
        };
      };
    };
  };
  Events_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description `parked`: the job or event failed too often and waits for a person's decision. */
        state?: components['schemas']['WorkState'];
        /** @description Only events of this type. Example: `users.user-onboarded.v1`. */
        type?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ParkedEventList'];
        };
      };
    };
  };
  Events_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event is deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Events_replay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event is due for delivery now. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Figures_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FigureList'];
        };
      };
    };
  };
  Figures_get: {
    parameters: {
      query?: {
        /** @description Start of the period, inclusive. Default: 30 days before its end. Example: `2026-06-01T00:00:00.000Z`. */
        from?: string;
        /** @description End of the period, exclusive. Default: now. Example: `2036-06-30T00:00:00.000Z`. */
        to?: string;
        /** @description The length of one step. With `hour`, you can request at most 32 days. With `day` or `week`, you can request at most 800 days. */
        step?: components['schemas']['FigureStep'];
        /** @description The dimension by which to split the figure: a value of `by` from the list of figures. Example: `outcome`. */
        by?: string;
        /** @description The time zone in which days and weeks begin: a name of the IANA time zone database. Example: `Europe/Berlin`. */
        zone?: string;
      };
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Figure'];
        };
      };
    };
  };
  FourEyes_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Only requests in this state. `closed`: all requests that are no longer waiting. */
        state?: components['schemas']['FourEyesStates'];
        /** @description Only your own requests, or only requests of others. */
        askedBy?: components['schemas']['FourEyesAskedBy'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FourEyesList'];
        };
      };
    };
  };
  FourEyes_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FourEyes'];
        };
      };
    };
  };
  FourEyes_agree: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FourEyes'];
        };
      };
    };
  };
  FourEyes_answer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  FourEyes_refuse: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Refusal'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FourEyes'];
        };
      };
    };
  };
  IdvReviews_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Only reviews of this user. Example: `jane.doe`. */
        userId?: string;
        /** @description Only reviews with this doubt. */
        reason?: components['schemas']['IdvReason'];
        /** @description `only`: reviews that have waited for 14 days or longer. `none`: all other reviews. */
        overdue?: components['schemas']['IdvOverdueReviews'];
        /** @description `none`: unclaimed reviews. `mine`: reviews that the caller has claimed. */
        claimed?: components['schemas']['IdvClaimedReviews'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvReviewList'];
        };
      };
    };
  };
  IdvReviews_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        reviewId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvReviewDetails'];
        };
      };
    };
  };
  IdvReviews_decide: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        reviewId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideIdvReview'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecidedIdvReview'];
        };
      };
    };
  };
  IdvReviews_picture: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        reviewId: string;
        /** @description The picture to return: a `kind` from the list `pictures`. */
        kind: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/jpeg': string;
        };
      };
    };
  };
  IdvSessions_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Only sessions with this status. */
        status?: components['schemas']['IdvStatus'];
        /** @description Only sessions of this user. Example: `jane.doe`. */
        userId?: string;
        /** @description Only sessions that this client created. Example: `portal`. */
        clientId?: string;
        /** @description Only sessions that have this code in `reasons`. */
        reason?: components['schemas']['IdvReason'];
        /** @description Only sessions that have this code in `doubts`. */
        doubt?: components['schemas']['IdvReason'];
        documentType?: components['schemas']['IdvDocumentType'];
        /** @description Only sessions with a document of this issuing state. Example: `UTO`. */
        documentCountry?: string;
        /** @description Only sessions created at this time or later. Example: `2026-01-01T00:00:00.000Z`. */
        openedFrom?: string;
        /** @description Only sessions created before this time. Example: `2036-01-01T00:00:00.000Z`. */
        openedTo?: string;
        /** @description The sort order, by the time at which the sessions were created. */
        order?: components['schemas']['IdvSessionOrder'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list as JSON, or the whole list as a file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvSessionList'];
          'text/csv': string;
          'application/x-ndjson': string;
        };
      };
    };
  };
  IdvSessions_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvSessionDetails'];
        };
      };
    };
  };
  IdvSessions_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvSession'];
        };
      };
    };
  };
  IdvSessions_claim: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvSession'];
        };
      };
    };
  };
  IdvSessions_release: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The caller has no claim on this review. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  IdvSessions_events: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvSessionEventList'];
        };
      };
    };
  };
  IdvSessions_removeEvidence: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The evidence is no longer stored. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  IdvSessions_picture: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
        /** @description The picture to return: a `kind` from the list `pictures`. */
        kind: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/jpeg': string;
        };
      };
    };
  };
  IdvWebTokens_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Start of the time range, inclusive. Example: `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description End of the time range, exclusive. Example: `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only sessions of this user. Example: `jane.doe`. */
        userId?: string;
        /** @description Only sessions with this status. */
        status?: components['schemas']['IdvStatus'];
        /** @description The sort order, by the time at which the sessions were created. `from` and `to` filter by the same time. */
        order?: components['schemas']['IdvSessionOrder'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvWebTokenList'];
        };
      };
    };
  };
  IdvWebTokens_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateIdvWebToken'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvWebToken'];
        };
      };
    };
  };
  IdvWebTokens_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `web_session_id` that was returned when the session was created. */
        web_session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session in its current state. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvResult'];
        };
      };
    };
  };
  IdvWebTokens_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `web_session_id` that was returned when the session was created. */
        web_session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session in its current state. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdvResult'];
        };
      };
    };
  };
  InitialAccessTokens_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InitialAccessTokenList'];
        };
      };
    };
  };
  InitialAccessTokens_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInitialAccessToken'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewInitialAccessToken'];
        };
      };
    };
  };
  InitialAccessTokens_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The token is deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Jobs_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description `parked`: the job or event failed too often and waits for a person's decision. */
        state?: components['schemas']['WorkState'];
        /** @description Only jobs of this kind. Example: `users/send-activation-mail`. */
        kind?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobList'];
        };
      };
    };
  };
  Jobs_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job is deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Jobs_replay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job is due to run now. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Keys_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyList'];
        };
      };
    };
  };
  Keys_rotate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateKeys'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotatedKeys'];
        };
      };
    };
  };
  Me_me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Me'];
        };
      };
    };
  };
  MyAlarms_get: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MyAlarms'];
        };
      };
    };
  };
  MyAlarms_change: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMyAlarms'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedMyAlarms'];
        };
      };
    };
  };
  MyAlarms_test: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlarmTest'];
        };
      };
    };
  };
  Me_sessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MySessionList'];
        };
      };
    };
  };
  Me_endOthers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  NotificationTemplates_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTemplateList'];
        };
      };
    };
  };
  NotificationTemplates_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateNotificationTemplate'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTemplate'];
        };
      };
    };
  };
  NotificationTemplates_get: {
    parameters: {
      query?: {
        /** @description An earlier version of the template. Default: the newest. Example: `2`. */
        version?: number;
      };
      header?: never;
      path: {
        /** @description Your own id for the template. */
        templateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTemplate'];
        };
      };
    };
  };
  NotificationTemplates_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Your own id for the template. */
        templateId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeNotificationTemplate'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTemplate'];
        };
      };
    };
  };
  NotificationTemplates_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Your own id for the template. */
        templateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The template is deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  NotificationTemplates_preview: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Your own id for the template. */
        templateId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewNotificationTemplate'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationPreview'];
        };
      };
    };
  };
  NotificationTemplates_versions: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description Your own id for the template. */
        templateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationTemplateList'];
        };
      };
    };
  };
  Notifications_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Start of the time range, inclusive. Example: `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description End of the time range, exclusive. Example: `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only notifications with this status. Repeat the parameter for several statuses. */
        status?: components['schemas']['NotificationStatus'][];
        /** @description Only notifications of this user. Example: `jane.doe`. */
        user_id?: string;
        /** @description Only the notification with this `msg_id`. Example: `payment-4711`. */
        msg_id?: string;
        /** @description Only notifications answered with this `action`. Example: `accept`. */
        action_response?: string;
        /** @description Only notifications answered on this device. Example: `0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77`. */
        device_id?: string;
        /** @description Only notifications made from this template. Example: `payment`. */
        template_id?: string;
        /** @description Only notifications with this delivery status. One call examines at most 2,000 notifications, so a page may be short or empty even if `next` is set. */
        delivery_status?: components['schemas']['DeliveryStatus'];
        /** @description Only notifications of this kind: questions that programs asked, or signatures of data that an app shows. One call examines at most 2,000 notifications, so a page may be short or empty even if `next` is set. */
        kind?: components['schemas']['NotificationKind'];
        /** @description Only notifications whose subject or message contains all these words or parts of words, in any language. Case and accents are ignored. One call examines at most 2,000 notifications, so a page may be short or empty even if `next` is set. Example: `transfer`. */
        text?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list as JSON, or the whole list as a file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationList'];
          'text/csv': string;
          'application/x-ndjson': string;
        };
      };
    };
  };
  Notifications_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateNotification'];
      };
    };
    responses: {
      /** @description The notification exists already, from an earlier request with the same `msg_id`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedNotification'];
        };
      };
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedNotification'];
        };
      };
    };
  };
  Notifications_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        notificationUuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationDetails'];
        };
      };
    };
  };
  Notifications_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        notificationUuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Notification'];
        };
      };
    };
  };
  Notifications_history: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        notificationUuid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotificationEvents'];
        };
      };
    };
  };
  Operators_roles: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleList'];
        };
      };
    };
  };
  Operators_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperatorList'];
        };
      };
    };
  };
  Operators_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewOperator'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Operator'];
        };
      };
    };
  };
  Operators_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operatorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Operators_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operatorId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeOperator'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Operator'];
        };
      };
    };
  };
  Operators_invite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operatorId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invitation'];
        };
      };
    };
  };
  Search_find: {
    parameters: {
      query: {
        /** @description An id, or a name: words of the first and last name in any order, with or without accents. The beginning of each word is enough. A UUID is searched for as the id of any object and as a request id. 16 or 32 hexadecimal digits are searched for as a request id. Any other text is searched for as `msg_id`, user id, login id, name, e-mail address, phone number and client name. Example: `order-2026-000123`. */
        q: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchAnswer'];
        };
      };
    };
  };
  SignalStreams_getStatus: {
    parameters: {
      query: {
        /** @description The id of the stream. Example: `019c137f-5940-7c35-8d70-4f7cc1d3b2a6`. */
        stream_id: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignalStreamStatus'];
        };
      };
    };
  };
  SignalStreams_setStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeSignalStreamStatus'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignalStreamStatus'];
        };
      };
    };
  };
  SignalStreams_get: {
    parameters: {
      query?: {
        /** @description The id of the stream. Without it, you get a list of your streams. Example: `019c137f-5940-7c35-8d70-4f7cc1d3b2a6`. */
        stream_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream, or the list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignalStream'] | components['schemas']['SignalStream'][];
        };
      };
    };
  };
  SignalStreams_replace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceSignalStream'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignalStream'];
        };
      };
    };
  };
  SignalStreams_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSignalStream'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignalStream'];
        };
      };
    };
  };
  SignalStreams_delete: {
    parameters: {
      query: {
        /** @description The id of the stream. Example: `019c137f-5940-7c35-8d70-4f7cc1d3b2a6`. */
        stream_id: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream is deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  SignalStreams_update: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeSignalStream'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignalStream'];
        };
      };
    };
  };
  SecurityEventPolls_poll: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the stream. */
        stream_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PollSecurityEvents'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PolledSecurityEvents'];
        };
      };
    };
  };
  SignalSubjects_add: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AddSignalSubject'];
      };
    };
    responses: {
      /** @description The stream covers the user. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  SignalSubjects_remove: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RemoveSignalSubject'];
      };
    };
    responses: {
      /** @description The stream does not cover the user. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  SignalVerifications_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VerifySignalStream'];
      };
    };
    responses: {
      /** @description The event is being sent. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  System_get: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SystemOverview'];
        };
      };
    };
  };
  Users_listActions: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserActionList'];
        };
      };
    };
  };
  Users_startAction: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUserAction'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserAction'];
        };
      };
    };
  };
  Users_getAction: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        actionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserAction'];
        };
      };
    };
  };
  UserBatches_enrol: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UserBatch'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserBatchAnswer'];
        };
      };
    };
  };
  Users_allowExport: {
    parameters: {
      query?: {
        /** @description Only users with this status. DELETED users are listed only if you ask for this status. */
        status?: components['schemas']['UserStatus'];
        /** @description Only users with this primary group. Example: `text`. */
        group?: string;
        /** @description The text to search for. A user is found if the user id, login id, e-mail address or phone number begins with this text. A user is also found if each word of this text begins a word of the first or last name, in any order. Accents in names are ignored: `muller` and `mueller` both find Müller. A user is also found if the phone number ends with this text (at least 3 digits), or if the user id, the login id or a word of the name contains it (at least 3 characters). Case is ignored. Example: `text`. */
        q?: string;
        /** @description Only users enrolled at this time or later. The newest user is listed first. This filter cannot be combined with `q`. Example: `2026-01-01T00:00:00.000Z`. */
        createdFrom?: string;
        /** @description Only users enrolled before this time. The newest user is listed first. This filter cannot be combined with `q`. Example: `2036-01-01T00:00:00.000Z`. */
        createdTo?: string;
        /** @description Only users whose newest identity verification ended with this status. The newest user is listed first. This filter cannot be combined with `q`. Example: `VERIFIED`. */
        idvStatus?: string;
        /** @description The sort order: `userId`, or `-createdTs` for the newest first. The results of a search by `q` always have their own order. */
        order?: components['schemas']['UserOrder'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAllowedExport'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AllowedExport'];
        };
      };
    };
  };
  Users_takeExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        exportId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, in the requested format. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
          'application/x-ndjson': string;
        };
      };
    };
  };
  Users_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Only users with this status. DELETED users are listed only if you ask for this status. */
        status?: components['schemas']['UserStatus'];
        /** @description Only users with this primary group. Example: `text`. */
        group?: string;
        /** @description The text to search for. A user is found if the user id, login id, e-mail address or phone number begins with this text. A user is also found if each word of this text begins a word of the first or last name, in any order. Accents in names are ignored: `muller` and `mueller` both find Müller. A user is also found if the phone number ends with this text (at least 3 digits), or if the user id, the login id or a word of the name contains it (at least 3 characters). Case is ignored. Example: `text`. */
        q?: string;
        /** @description Only these users: `?userIds=jane.doe&userIds=john.roe`. They are ordered by user id. This filter can be combined only with `status` and `group`. Example: `jane.doe,john.roe`. */
        userIds?: string[];
        /** @description Only users enrolled at this time or later. The newest user is listed first. This filter cannot be combined with `q`. Example: `2026-01-01T00:00:00.000Z`. */
        createdFrom?: string;
        /** @description Only users enrolled before this time. The newest user is listed first. This filter cannot be combined with `q`. Example: `2036-01-01T00:00:00.000Z`. */
        createdTo?: string;
        /** @description Only users whose newest identity verification ended with this status. The newest user is listed first. This filter cannot be combined with `q`. Example: `VERIFIED`. */
        idvStatus?: string;
        /** @description The sort order: `userId`, or `-createdTs` for the newest first. The results of a search by `q` always have their own order. */
        order?: components['schemas']['UserOrder'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list as JSON, or the whole list as a file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserList'];
          'text/csv': string;
          'application/x-ndjson': string;
        };
      };
    };
  };
  Users_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateUser'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnrolledUser'];
        };
      };
    };
  };
  Users_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserDetails'];
        };
      };
    };
  };
  Users_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeUser'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
    };
  };
  Users_resendActivationCode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /**
       * @description The operator's call is waiting for the approval of a second operator. Nothing has been done yet. The header `Location` contains the path of the request for approval.
       *
       *     The activation code is being sent. If the operator needs the approval of a second operator, no code has been sent yet, and the header `Location` contains the path of the request for approval.
       */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Users_activity: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActivityList'];
        };
      };
    };
  };
  UserSignIn_applications: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserApplications'];
        };
      };
    };
  };
  UserSignIn_endApplication: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
        clientId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The application no longer has access. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  UserSignIn_credentials: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserCredentials'];
        };
      };
    };
  };
  Devices_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeviceList'];
        };
      };
    };
  };
  Devices_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
    };
  };
  Devices_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The device is removed. Its signatures are refused from now on. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Devices_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
        deviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeDevice'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Device'];
        };
      };
    };
  };
  Users_export: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  Users_askForExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExportReason'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  UserSignIn_stopFactorRecovery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The replacement is stopped. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  UserSignIn_sessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoginSessions'];
        };
      };
    };
  };
  UserSignIn_endSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user is signed out everywhere. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  UserSignIn_endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session has ended. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  UserSignIn_forgetTries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The wrong tries no longer count. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  UserSignIn_removePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The passkey can no longer be used to sign in. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  UserSignIn_removeRecoveryCodes: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The recovery codes are no longer accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Users_changeStatus: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateStatus'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
    };
  };
  Users_statusChanges: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusChangeList'];
        };
      };
    };
  };
  UserSignIn_removeTotp: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The codes of the app are no longer accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  WebhookDeliveries_listAll: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Start of the time range, inclusive. Example: `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description End of the time range, exclusive. Example: `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only deliveries with this status. Example: `failed`. */
        status?: 'waiting' | 'delivered' | 'failed';
        /** @description Only deliveries of this type. Example: `user.status_changed`. */
        type?: string;
        /** @description Only deliveries to this endpoint. Example: `019c137f-5940-7c35-8d70-4f7cc1d3b2a6`. */
        endpointId?: string;
        /** @description Only deliveries about this notification, identity verification session or device. Example: `019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14`. */
        about?: string;
        /** @description Only deliveries about this user. Example: `jane.doe`. */
        userId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
    };
  };
  WebhookEndpoints_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointList'];
        };
      };
    };
  };
  WebhookEndpoints_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhookEndpoint'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewWebhookEndpoint'];
        };
      };
    };
  };
  WebhookEndpoints_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  WebhookEndpoints_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint and its delivery log are deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  WebhookEndpoints_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeWebhookEndpoint'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  WebhookDeliveries_list: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the response. */
        limit?: number;
        /** @description The `next` from an earlier response to the same query. The list continues from there. The value is valid for 24 hours. */
        cursor?: string;
        /** @description Start of the time range, inclusive. Example: `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description End of the time range, exclusive. Example: `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only deliveries with this status. Example: `failed`. */
        status?: 'waiting' | 'delivered' | 'failed';
        /** @description Only deliveries of this type. Example: `user.status_changed`. */
        type?: string;
      };
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
    };
  };
  WebhookDeliveries_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenedWebhookDelivery'];
        };
      };
    };
  };
  WebhookDeliveries_replay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  WebhookDeliveries_tryNow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  WebhookDeliveries_replayFailed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplayFailed'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Replayed'];
        };
      };
    };
  };
  WebhookEndpoints_rotateSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateWebhookSecret'];
      };
    };
    responses: {
      /** @description The request succeeded. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewWebhookSecret'];
        };
      };
    };
  };
  WebhookDeliveries_test: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        endpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request succeeded. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  Webhook_device_registered: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "device.registered",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "data": {
         *         "userId": "jane.doe",
         *         "deviceId": "0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77",
         *         "name": "Jane's phone",
         *         "platform": "ios",
         *         "registeredTs": 1767225600000
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'device.registered';
          /**
           * Format: date-time
           * @description When the event happened.
           */
          timestamp: string;
          data: {
            userId: string;
            /** Format: uuid */
            deviceId: string;
            name: string;
            platform: components['schemas']['DevicePlatform'];
            /** @description When the device was registered, in milliseconds since 1970. */
            registeredTs: number;
          };
        };
      };
    };
    responses: never;
  };
  Webhook_idv_evidence_removed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "idv.evidence_removed",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "data": {
         *         "web_session_id": "kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq",
         *         "userId": "jane.doe",
         *         "timestamp": "2026-01-31T09:30:00.000Z",
         *         "payload": {
         *           "order": 4711
         *         },
         *         "test": false,
         *         "status": "VERIFIED",
         *         "reasons": []
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'idv.evidence_removed';
          /**
           * Format: date-time
           * @description When the event happened.
           */
          timestamp: string;
          data: {
            web_session_id: string;
            userId: string;
            status: components['schemas']['IdvStatus'];
            reasons: components['schemas']['IdvReason'][];
            /** Format: date-time */
            timestamp: string;
            kycReferenceId?: string;
            /** @description The `payload` that you sent when you created the session. */
            payload?: {
              [key: string]: unknown;
            };
            test: boolean;
          };
        };
      };
    };
    responses: never;
  };
  Webhook_idv_finished: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "idv.finished",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "data": {
         *         "web_session_id": "kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq",
         *         "userId": "jane.doe",
         *         "timestamp": "2026-01-31T09:30:00.000Z",
         *         "payload": {
         *           "order": 4711
         *         },
         *         "test": false,
         *         "status": "VERIFIED",
         *         "reasons": [],
         *         "kycReferenceId": "KYC-2026-000123"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'idv.finished';
          /**
           * Format: date-time
           * @description When the event happened.
           */
          timestamp: string;
          data: {
            web_session_id: string;
            userId: string;
            status: components['schemas']['IdvStatus'];
            reasons: components['schemas']['IdvReason'][];
            /** Format: date-time */
            timestamp: string;
            kycReferenceId?: string;
            /** @description The `payload` that you sent when you created the session. */
            payload?: {
              [key: string]: unknown;
            };
            test: boolean;
          };
        };
      };
    };
    responses: never;
  };
  Webhook_idv_review_required: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "idv.review_required",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "data": {
         *         "web_session_id": "kq3nW0sY0q4mJ6cXb8l5dS1rT9vUeZaPfGhJkLmNoPq",
         *         "userId": "jane.doe",
         *         "timestamp": "2026-01-31T09:30:00.000Z",
         *         "payload": {
         *           "order": 4711
         *         },
         *         "test": false,
         *         "status": "REVIEW",
         *         "reasons": [
         *           "face_mismatch"
         *         ]
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'idv.review_required';
          /**
           * Format: date-time
           * @description When the event happened.
           */
          timestamp: string;
          data: {
            web_session_id: string;
            userId: string;
            status: components['schemas']['IdvStatus'];
            reasons: components['schemas']['IdvReason'][];
            /** Format: date-time */
            timestamp: string;
            kycReferenceId?: string;
            /** @description The `payload` that you sent when you created the session. */
            payload?: {
              [key: string]: unknown;
            };
            test: boolean;
          };
        };
      };
    };
    responses: never;
  };
  Webhook_notification_closed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "notification.closed",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "data": {
         *         "user_id": "jane.doe",
         *         "notification_uuid": "0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77",
         *         "status": "UPDATED",
         *         "delivery_status": "NOTIFIED",
         *         "action_response": "accept",
         *         "is_ds_verified": false,
         *         "signing_status": "NA",
         *         "msg_id": "payment-4711",
         *         "enterprise_id": "default",
         *         "create_ts": "2026-01-31T09:30:00.000Z",
         *         "update_ts": "2026-01-31T09:31:12.345Z",
         *         "expiry_timestamp": "2026-01-31T09:35:00.000Z",
         *         "client_ip_address": "192.0.2.17",
         *         "device_id": null
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'notification.closed';
          /**
           * Format: date-time
           * @description When the event happened.
           */
          timestamp: string;
          data: components['schemas']['Notification'];
        };
      };
    };
    responses: never;
  };
  Webhook_notification_fraud_reported: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "notification.fraud_reported",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "data": {
         *         "user_id": "jane.doe",
         *         "notification_uuid": "0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77",
         *         "status": "UPDATED",
         *         "delivery_status": "NOTIFIED",
         *         "action_response": "fraud",
         *         "is_ds_verified": false,
         *         "signing_status": "NA",
         *         "msg_id": "payment-4711",
         *         "enterprise_id": "default",
         *         "create_ts": "2026-01-31T09:30:00.000Z",
         *         "update_ts": "2026-01-31T09:31:12.345Z",
         *         "expiry_timestamp": "2026-01-31T09:35:00.000Z",
         *         "client_ip_address": "192.0.2.17",
         *         "device_id": null
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'notification.fraud_reported';
          /**
           * Format: date-time
           * @description When the event happened.
           */
          timestamp: string;
          data: components['schemas']['Notification'];
        };
      };
    };
    responses: never;
  };
  Webhook_operators_unusual_reading: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "operators.unusual_reading",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "data": {
         *         "operatorId": "0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77",
         *         "name": "Anna Berg",
         *         "persons": 50,
         *         "from": "2026-01-31T08:30:00.000Z",
         *         "to": "2026-01-31T09:30:00.000Z",
         *         "test": false
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'operators.unusual_reading';
          /**
           * Format: date-time
           * @description When the event happened.
           */
          timestamp: string;
          data: {
            /** Format: uuid */
            operatorId: string;
            name: string | null;
            /** @description The number of different users. The audit log contains the users whose data was read, and the lists that were shown. */
            persons: number;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            test: boolean;
          };
        };
      };
    };
    responses: never;
  };
  Webhook_user_factor_changed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "user.factor_changed",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "data": {
         *         "userId": "jane.doe",
         *         "factor": "totp",
         *         "change": "removed",
         *         "changedBy": "enterprise",
         *         "test": false
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'user.factor_changed';
          /**
           * Format: date-time
           * @description When the event happened.
           */
          timestamp: string;
          data: {
            userId: string;
            /**
             * @description `totp`: an authenticator app. `device`: a phone that signs answers.
             * @enum {string}
             */
            factor: 'password' | 'passkey' | 'totp' | 'recoveryCodes' | 'device';
            /** @enum {string} */
            change: 'added' | 'removed' | 'changed' | 'recovered' | 'used';
            /**
             * @description `enterprise`: the change was made by an API call or by an operator.
             * @enum {string}
             */
            changedBy: 'user' | 'enterprise';
            test: boolean;
          };
        };
      };
    };
    responses: never;
  };
  Webhook_user_status_changed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "user.status_changed",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "data": {
         *         "userId": "jane.doe",
         *         "status": "BLOCKED",
         *         "previousStatus": "ACTIVE",
         *         "changedBy": "attempts",
         *         "test": false
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'user.status_changed';
          /**
           * Format: date-time
           * @description When the event happened.
           */
          timestamp: string;
          data: {
            userId: string;
            status: components['schemas']['UserStatus'];
            previousStatus: components['schemas']['UserStatus'];
            /** @enum {string} */
            changedBy: 'enterprise' | 'user' | 'attempts' | 'time';
            test: boolean;
          };
        };
      };
    };
    responses: never;
  };
}
