/* eslint-disable -- generated */
// Written from the API document by `npm run docs`: change that, and not this.
export interface paths {
  '/v1/attention': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what needs people
     * @description Reviews that wait, endpoints that fail, notifications that were altered, and for operators what a colleague has asked for and they could agree to. What is about the whole service is shown to administrators and to operators with `system:read`.
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
     * Look at the audit chain
     * @description Where it ends, how far it is behind, and its newest checkpoint. One chain covers the entries of all enterprises.
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
     * @description Newest first. Events stay for good; once a user is erased, theirs no longer say whom they are about. With `Accept: text/csv` or `application/x-ndjson` the whole list comes as a file, streamed, at most 100,000 rows from where `cursor` stands; in CSV times are UTC, and text that a spreadsheet would run begins with an apostrophe. It is audited.
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
     * Look an audit event up
     * @description With its link in the chain, and the first signed checkpoint that covers it.
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
  '/v1/clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List clients
     * @description Clients are listed in the order in which they were created. A live client sees test clients too.
     */
    get: operations['Clients_list'];
    put?: never;
    /**
     * Create a client
     * @description A client can be given only scopes that the caller holds itself. An operator needs the approval of a second operator to create a privileged client. A live client is privileged if `firstParty` is true, if it holds the scope `notifications`, or if it holds a server scope other than `clients:read`, `enterprises:read`, `figures:read` and `system:read`. Test clients are never privileged.
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
     * @description The answer does not contain the client's secrets.
     */
    get: operations['Clients_get'];
    put?: never;
    post?: never;
    /**
     * Delete a client
     * @description All tokens of the client are revoked, and users can no longer sign in through it. If the client has users, an operator needs the approval of a second operator and gives a reason in the header `Reason`.
     */
    delete: operations['Clients_delete'];
    options?: never;
    head?: never;
    /**
     * Change a client
     * @description Omitted fields stay unchanged. `null` removes a value. An operator needs the approval of a second operator to give more rights to a privileged client, and to change anything but name and logo of a client that has users. The approved change is refused if the client was changed after the operator asked. A live client is privileged if `firstParty` is true, if it holds the scope `notifications`, or if it holds a server scope other than `clients:read`, `enterprises:read`, `figures:read` and `system:read`. Test clients are never privileged.
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
     * List why a client was refused tokens
     * @description The latest refusal comes first. Each reason is listed once, with the time at which it last occurred. The newest 20 reasons are stored. The server log has a line for each refusal.
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
     * @description The previous secrets stay valid for `overlapSeconds`. An overlap needs the scope `clients:write`. An operator needs the approval of a second operator if there is no overlap, or if the client is privileged or has users. The operator gives a reason in the header `Reason`. `POST /v1/clients` says which clients are privileged.
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
     * @description In the order of their ids. Administrators only.
     */
    get: operations['Enterprises_list'];
    put?: never;
    /**
     * Make an enterprise
     * @description A tenant of its own: nothing of it is seen by another. Administrators only.
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
     * Look an enterprise up
     * @description Administrators only.
     */
    get: operations['Enterprises_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change an enterprise
     * @description Changes the fields that are sent. Administrators only. An operator needs a second one to turn `requirePkce` off, and says why in the header `Reason`.
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
     * @description Those that failed too often, the last that was given up first, of all enterprises and without their content. For administrators and for operators of all enterprises, on live data.
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
     * Drop a parked event
     * @description Nobody who has not heard it will. Look first what would have followed. For administrators and for operators of all enterprises, on live data.
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
     * Put a parked event back to work
     * @description It is delivered again to all who hear it. For administrators and for operators of all enterprises, on live data.
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
     * List the figures
     * @description What each counts, and what it can be divided by.
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
     * Tell a figure over time
     * @description Counted by the hour, every five minutes, and kept for two years. What happens later changes the hour in which the thing was made: a review that is decided today counts on the day on which the verification was opened.
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
     * List what needs a second operator
     * @description What oneself has asked for, and what one could agree to, in the enterprise and on the side of the call; what is about owners of all enterprises, in each. The newest first; kept for 30 days. Each look is audited. For operators at the console; a client needs no second one, and is told that it is none.
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
     * Look at what needs a second operator
     * @description With what would happen, why, and who has asked. Each look is audited. For operators at the console; a client needs no second one, and is told that it is none.
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
     * Agree as the second operator
     * @description The call is carried out at once, as the one who asked, and once only. `done` or `failed` tells what came of it; `agreed` that the service goes on with it by itself. Needs the same right, and a passkey of the last five minutes. For operators at the console; a client needs no second one, and is told that it is none.
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
     * Read what came of it
     * @description What a POST has answered, such as an export or a new secret: for who has asked, for a day. Each look is audited. For operators at the console; a client needs no second one, and is told that it is none.
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
     * Refuse as the second operator, or take it back
     * @description Nothing happens then. A second operator says why; who has asked takes it back, with a reason or without. For operators at the console; a client needs no second one, and is told that it is none.
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
     * List the reviews that wait for a decision
     * @description The review that has waited the longest comes first. A decided review leaves the list.
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
     * @description Contains what was read and measured, the list of pictures, and the decisions so far. Each read is recorded in the audit log.
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
     * @description Ends the session with this outcome. Your other systems are notified by the webhook `idv.finished`. With the four-eyes principle, the first decision is only stored, and the session ends when a second person makes the same decision. A different decision replaces the first one.
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
     * @description The answer is a plain JPEG. Each read is recorded in the audit log with the client. Do not store the picture.
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
     * @description The filters use everything about a session except personal data. The newest session comes first, unless `order` says otherwise. With `Accept: text/csv` or `application/x-ndjson` the whole list comes as a file, streamed, at most 100,000 rows from where `cursor` stands; in CSV times are UTC, and text that a spreadsheet would run begins with an apostrophe. It is audited.
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
     * @description Takes the `sessionId`. Unlike the `web_session_id`, it does not open the user's pages. Callers with the scope `idv:review` also get what was read and measured. Each such read is recorded in the audit log.
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
     * @description A session in REVIEW can be cancelled too. Cancelling a cancelled session again changes nothing. A session with another final status is refused.
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
     * @description Reserves the review for the caller for 15 minutes. During this time nobody else can claim it or decide it, so that two people do not work on the same review. Claiming it again extends the time to 15 minutes from now.
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
     * @description The oldest event comes first. Events are steps, attempts, refused pictures, and actions of reviewers. They are deleted together with the session.
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
     * @description Deletes the evidence for good before its retention ends: the pictures, the data read from them, and the notes of reviewers. Status and reasons stay. Your other systems are notified by the webhook `idv.evidence_removed`. Deleting again changes nothing. An operator needs the approval of a second operator and gives a reason in the header `Reason`.
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
     * @description Pictures can be read from the moment the session is in review, until their retention ends. The answer is a plain JPEG. Each read is recorded in the audit log with the caller. Do not store the picture.
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
     * List sessions
     * @description Lists the sessions of one user or of all users. Filter them by status and by creation time.
     */
    get: operations['IdvWebTokens_list'];
    put?: never;
    /**
     * Create an identity verification session for a user
     * @description Send the user's browser to the `idvUrl` in the answer. Older sessions that wait for this user are cancelled. A session in REVIEW stays with its reviewer.
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
     * Get the result of a session
     * @description Data that the user has not agreed to pass on is not in the result.
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
     * Cancel a session
     * @description A session in REVIEW can be cancelled too. Cancelling a cancelled session again changes nothing. A session with another final status is refused.
     */
    post: operations['IdvWebTokens_cancel'];
    delete?: never;
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
     * @description Those that failed too often, the last that was given up first, of all enterprises and without their content. For administrators and for operators of all enterprises, on live data.
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
     * Drop a parked job
     * @description It is never done. Look first whether somebody waits for it. For administrators and for operators of all enterprises, on live data.
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
     * Put a parked job back to work
     * @description It is done again as if it were new, with all its tries. One that waits with the same key takes its place. For administrators and for operators of all enterprises, on live data.
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
     * @description Lists the keys that sign tokens and the keys that sign evidence receipts. Private keys are never shown. The keys belong to the whole service. Only administrators and operators of all enterprises can call this, for live data.
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
     * @description New keys with the use `signing` are published at once and start to sign a day later. Tokens that the old keys signed stay valid. A new key with the use `evidence` signs at once, and the old ones stay published. The call needs the scope `system:write`. With `compromised` it needs only `clients:secure`, but an operator needs the approval of a second operator and gives a reason in the header `Reason`. The keys belong to the whole service. Only administrators and operators of all enterprises can call this, for live data.
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
     * Tell an operator who they are
     * @description Name, roles, rights, enterprises, session. For operators at the console; a client is told that it is none.
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
  '/v1/me/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the sessions of the operator
     * @description For operators at the console; a client is told that it is none.
     */
    get: operations['Me_sessions'];
    put?: never;
    post?: never;
    /**
     * End the other sessions of the operator
     * @description For operators at the console; a client is told that it is none.
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
     * @description The newest version of each, ordered by id.
     */
    get: operations['NotificationTemplates_list'];
    put?: never;
    /**
     * Create a template
     * @description Texts in several languages that notifications are made of by `template_id` and `values`.
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
     * Look a template up
     * @description The newest version, or the one that is named.
     */
    get: operations['NotificationTemplates_get'];
    /**
     * Change a template
     * @description Makes a new version; those before stay.
     */
    put: operations['NotificationTemplates_update'];
    post?: never;
    /**
     * Delete a template
     * @description All its versions. Notifications that were made of it stay as they are.
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
     * @description The texts with these values. Nobody is sent anything.
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
     * @description Newest first, each with its texts.
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
     * @description Newest first, without evidence. With `Accept: text/csv` or `application/x-ndjson` the whole list comes as a file, streamed, at most 100,000 rows from where `cursor` stands; in CSV times are UTC, and text that a spreadsheet would run begins with an apostrophe. It is audited.
     */
    get: operations['Notifications_list'];
    put?: never;
    /**
     * Ask a user something
     * @description The notification appears at once on every device of the user, and can be answered until it expires. Repeating the request, with the same `msg_id`, is safe: it is answered 200 with the present state.
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
     * Look a notification up
     * @description What was asked and by whom, its state, the answer, and the evidence of a signed one, which needs `notifications:evidence` of operators. Each look of an operator is audited.
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
     * @description Nobody can answer it any more. Cancelling it again changes nothing and is answered 200.
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
     * List what happened to a notification
     * @description Oldest first, 200 at most. It goes with the notification.
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
     * @description The same in every deployment of a release.
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
     * @description All of them, at most 1,000. For owners of all enterprises, and for administrators.
     */
    get: operations['Operators_list'];
    put?: never;
    /**
     * Invite an operator
     * @description A mail with a link that is good once, for a day. Where it is about an owner of all enterprises, and there is more than one, another owner must agree (`Reason` says why). For owners of all enterprises, and for administrators.
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
     * @description Sessions end at once; the person is erased later. Where it is about an owner of all enterprises, and there is more than one, another owner must agree (`Reason` says why). For owners of all enterprises, and for administrators.
     */
    delete: operations['Operators_delete'];
    options?: never;
    head?: never;
    /**
     * Change an operator
     * @description Changes the fields that are sent, all of them or none. Roles are replaced as a whole. Where it is about an owner of all enterprises, and there is more than one, another owner must agree (`Reason` says why). For owners of all enterprises, and for administrators.
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
     * @description For somebody who has lost all passkeys: those and the sessions of before are void. Where it is about an owner of all enterprises, and there is more than one, another owner must agree (`Reason` says why). For owners of all enterprises, and for administrators.
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
     * Find anything by its id or its name
     * @description At most 20 hits. What the scopes of the token do not open is left out, as is the data of other enterprises and of the other side, live or test.
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
  '/v1/system': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tell how the service runs
     * @description The release, the database, processes, surfaces, certificates, and the settings that differ from their defaults, without secrets. For administrators and for operators of all enterprises, on live data.
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
     * @description Each user is accepted or refused by itself, and users are written a hundred at a time. When the answer was lost, repeat the batch: users who are there already are refused as such.
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
     * Ask for an export of many users
     * @description For operators, who export more than 10,000 persons only where a second one agrees: the query is that of the list. Then `GET /v1/fourEyes/{id}/answer` has what this answers, and the file is taken once, within a day. To clients it is answered at once; they need it not, since they export any number by `GET /v1/users`.
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
     * Take an export of many users
     * @description The list as a file, streamed, at most 100,000 rows, as its filters find it now: for who has asked and still has the right, once. It is gone with the first byte, also where the rest does not arrive; ask again then. It is audited with the reason and both operators.
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
     * @description Ordered by user id; a search with `q` by the matching term, then by the ids that it stands in. A page of a search may be short. Operators who see contact data masked find nobody by it. With `Accept: text/csv` or `application/x-ndjson` the whole list comes as a file, streamed, at most 100,000 rows from where `cursor` stands; in CSV times are UTC, and text that a spreadsheet would run begins with an apostrophe. It is audited. Operators export at most 10,000 persons at once, and more by `POST /v1/userExports`, where a second one agrees.
     */
    get: operations['Users_list'];
    put?: never;
    /**
     * Enrol a user
     * @description ONBOARDING when the user is to pass an identity verification first; CREATED when the enterprise knows the user already. A CREATED user who can be reached is sent an activation code. Operators cannot set a `predefinedCode`.
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
     * Look a user up
     * @description Shows whether the user exists, and the status.
     */
    get: operations['Users_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Correct what is held about a user
     * @description Changes the fields that are sent; `null` removes a value. Where an operator changes `emailId` or `mobileNumber`, the address of before is told by mail, and for a day an operator needs a second one to have an activation code sent.
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
     * @description Any code before it is void. For a day after an operator changed the e-mail address or mobile number, operators need a second one.
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
     * List what happened about a user
     * @description Audit events (with `audit:read`), verifications (with `idv:read`) and notifications (with `notifications:read`) in one list, newest first. What the scopes of the token do not open is left out.
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
     * @description Lists applications that the user is signed in to, and applications that hold a refresh token for the user.
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
     * @description Says whether the user has a password, lists the passkeys, and counts the wrong tries that still count. Secrets are never shown.
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
     * @description In the order in which they were registered.
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
     * Look a device up
     * @description One device of one user.
     */
    get: operations['Devices_get'];
    put?: never;
    post?: never;
    /**
     * Remove a device
     * @description The removal is final: the device would have to be registered again.
     */
    delete: operations['Devices_delete'];
    options?: never;
    head?: never;
    /**
     * Name, block or unblock a device
     * @description Changes the fields that are sent.
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
     * Export everything held about a user
     * @description For a request of the person to see their data: one JSON document with a member for each part of the service. It is streamed: one that breaks off is not complete. An enterprise runs one at a time. Operators ask for it by POST.
     */
    get: operations['Users_export'];
    put?: never;
    /**
     * Ask for everything held about a user
     * @description What GET answers, for operators: a second one must agree, and then `GET /v1/fourEyes/{id}/answer` has the document. To clients it is answered at once.
     */
    post: operations['Users_askForExport'];
    delete?: never;
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
     * @description Lists the browser sessions in which the user is signed in now.
     */
    get: operations['UserSignIn_sessions'];
    put?: never;
    post?: never;
    /**
     * Sign a user out everywhere
     * @description Ends all login sessions of the user and removes the access of every application. All tokens of the user are revoked before the answer is sent.
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
     * Reset the wrong login tries of a user
     * @description The user can try again without waiting. A user who was blocked by wrong tries stays blocked: the status `UNBLOCK` removes the block and resets the tries.
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
     * @description Removes also the last passkey. A user who has no way left to sign in gets a new one through `PUT /v1/users/{userId}/status` with `RESET`.
     */
    delete: operations['UserSignIn_removePasskey'];
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
     * @description The verb names what to do; where that leads is in the state diagram. Repeating a verb whose effect already holds changes nothing and is answered 200. Operators need a second one for RESET and DELETED.
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
     * List how the status of a user has changed
     * @description Newest first, down to the enrolment. The audit log tells the same, among all else.
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
  '/v1/webhookDeliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries to all webhook endpoints
     * @description Newest first: of a user, of a notification, of what has failed. What was sent is not shown.
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
     * @description In the order in which they were registered. Those of live and test clients are apart.
     */
    get: operations['WebhookEndpoints_list'];
    put?: never;
    /**
     * Register a webhook endpoint
     * @description The answer shows its secret, this once. On live data an operator needs a second one for it, and says why in the header `Reason`.
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
     * Look a webhook endpoint up
     * @description Without its secret.
     */
    get: operations['WebhookEndpoints_get'];
    put?: never;
    post?: never;
    /**
     * Remove a webhook endpoint
     * @description Nothing is sent to it any more.
     */
    delete: operations['WebhookEndpoints_delete'];
    options?: never;
    head?: never;
    /**
     * Change a webhook endpoint
     * @description Changes the fields that are sent. Deliveries that wait go to the new URL, and are tried when they are due, whatever failed before. Deliveries that wait for an endpoint that is disabled fail; they can be replayed. On live data an operator needs a second one for a new address and for more event types, and says why in the header `Reason`.
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
     * @description Newest first. What was sent is not shown: it may be about persons.
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
     * Look a delivery up
     * @description With the exact text that was sent, and the first 2 KiB of what the receiver answered to each try. The audit log notes who has read it. Operators are not shown a `web_session_id`, which opens the pages of a person.
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
     * Deliver once more
     * @description With the same `webhook-id` and body, at once, and again on the same schedule. Also while the endpoint is left alone, unless it was tried less than 10 s ago: then when the wait is over.
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
     * Make the next try at once
     * @description Of a delivery that waits, also while its endpoint is left alone. It is one try more than the schedule has. Repeating the request changes nothing until that try is over.
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
     * Deliver once more what has failed
     * @description All failed deliveries that were made since then, the oldest first; not before an endpoint that is left alone may be called again. With `dryRun` they are only counted.
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
     * @description For the overlap each delivery is signed by both, the new one first. A secret before those two ends. On live data an operator needs a second one for it, and says why in the header `Reason`.
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
     * @description A delivery of the type `webhook.test` with `data: { endpointId, test }`, signed and tried like any other, whatever the endpoint has subscribed to.
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
     * @description A user registered a device, which may sign answers from now on.
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
     * @description The evidence of a verification was deleted before its retention ended: its pictures, and what was read from them. Status and reasons stay.
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
     * @description The engine was unsure about a verification. A person of the enterprise must decide.
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
     * @description A notification was answered, expired, or closed otherwise.
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
     * @description A user answered `fraud`: somebody acts in their name.
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
     * @description An operator of the console has looked at unusually many persons within an hour, or lists and searches have shown them unusually many. Sent once an hour and operator.
     */
    post: operations['Webhook_operators_unusual_reading'];
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
     * @description The status of a user has changed, whoever changed it: the `enterprise`, the `user`, wrong `attempts`, or `time`.
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
    Activity: {
      /**
       * @description New kinds will come.
       * @example notification
       */
      kind: components['schemas']['ActivityKind'];
      /**
       * Format: uuid
       * @description What its route is called with: of a session the `sessionId`, of a notification the uuid.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      id: string;
      /**
       * Format: date-time
       * @description When it happened; of a session and a notification when it was made.
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description Of an audit event its kind, of a notification its subject or else its `msg_id`, of a session its id.
       * @example Confirm the payment of €250.00
       */
      title: string;
      /**
       * @description The status it has now; of an audit event `done` or `refused`.
       * @example UPDATED
       */
      status: string | null;
      /** @description Who did it: of audit events only. */
      actor: components['schemas']['AuditActor'] | null;
    };
    /**
     * @description New kinds will come.
     * @enum {string}
     */
    ActivityKind: 'auditEvent' | 'idvSession' | 'notification';
    ActivityList: {
      activity: components['schemas']['Activity'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    AllowedExport: {
      /**
       * Format: uuid
       * @description For `POST /v1/userExports/{exportId}/file`.
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      exportId: string;
      /** @example csv */
      format: components['schemas']['ExportFormat'];
      /**
       * @description Nobody can take the file any more then.
       * @example 1767225600000
       */
      untilTs: number;
    };
    AllowedVerb: {
      /** @example BLOCKED */
      verb: components['schemas']['UserStatusVerb'];
      /**
       * @description Where it leads.
       * @example BLOCKED
       */
      to: components['schemas']['UserStatus'];
      /** @description Missing for it: a verification that ended VERIFIED. */
      needs?: components['schemas']['UserStatusNeed'];
    };
    AnsweredWebhookAttempt: {
      /**
       * Format: date-time
       * @description When it began.
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description How long it took, in milliseconds.
       * @example 148
       */
      ms: number;
      /**
       * @description Of the answer, if there was one.
       * @example 503
       */
      status: number | null;
      /**
       * @description `null` for a success. `status`: the answer was no 2xx. There was none for `refused` (the address is not public), `unreachable` (no connection, or it broke), `timeout` (15 s), `too-large` (more than 64 KiB). And there was no try for `disabled` (the endpoint was) and `expired` (it had waited for 30 hours).
       * @example status
       */
      error: components['schemas']['WebhookDeliveryError'] | null;
      /**
       * @description The first 2 KiB of what the receiver answered; `null` when that was nothing.
       * @example {"error":"unknown order"}
       */
      answer: string | null;
    };
    /** @enum {string} */
    ApplicationType: 'web' | 'native';
    Attention: {
      /** @description The gravest first; only what there is. */
      attention: components['schemas']['Need'][];
    };
    AuditActor: {
      /** @example client */
      kind: components['schemas']['AuditActorKind'];
      /**
       * @description Of a client its `clientId`, of a user the `userId`; `null` for a user who was erased.
       * @example portal
       */
      id: string | null;
      /**
       * @description For whom the client said that it asked, by the header `Acting-For`.
       * @example staff-4711
       */
      actingFor: string | null;
    };
    /** @enum {string} */
    AuditActorKind: 'client' | 'user' | 'operator' | 'system';
    AuditChain: {
      /** @description The newest link; `null` before the first entry. */
      head: components['schemas']['AuditLink'] | null;
      /**
       * @description Entries that are not linked yet, 100,000 at most.
       * @example 0
       */
      unlinked: number;
      /**
       * @description The age of the oldest of them.
       * @example 0
       */
      lagSeconds: number;
      /** @description The newest. */
      checkpoint: components['schemas']['AuditCheckpoint'] | null;
    };
    AuditCheckpoint: {
      /**
       * @description The link that is signed, and with it all before.
       * @example 4711
       */
      number: number;
      /**
       * @description A compact JWS.
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
       * @description New kinds will come.
       * @example users.user-status-changed
       */
      kind: string;
      /** @example done */
      outcome: components['schemas']['AuditOutcome'];
      /** @description Who did it. */
      actor: components['schemas']['AuditActor'];
      /**
       * @description The `userId` of whom it is about; `null` when that is nobody, or a user who was erased.
       * @example jane.doe
       */
      subject: string | null;
      /**
       * @description The address that it came from.
       * @example 203.0.113.7
       */
      address: string | null;
      /**
       * @description The `X-Request-Id` of the call.
       * @example req-20260131-0001
       */
      requestId: string | null;
      /**
       * @description What else is worth knowing; what it holds depends on the kind.
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
       * @description The reason that was given. It is erased with the user whom it is about.
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
       * @description New kinds will come.
       * @example users.user-status-changed
       */
      kind: string;
      /** @example done */
      outcome: components['schemas']['AuditOutcome'];
      /** @description Who did it. */
      actor: components['schemas']['AuditActor'];
      /**
       * @description The `userId` of whom it is about; `null` when that is nobody, or a user who was erased.
       * @example jane.doe
       */
      subject: string | null;
      /**
       * @description The address that it came from.
       * @example 203.0.113.7
       */
      address: string | null;
      /**
       * @description The `X-Request-Id` of the call.
       * @example req-20260131-0001
       */
      requestId: string | null;
      /**
       * @description What else is worth knowing; what it holds depends on the kind.
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
       * @description The reason that was given. It is erased with the user whom it is about.
       * @example Reported her phone stolen
       */
      comments: string | null;
      /** @description `null` for a moment, until it is linked. */
      link: components['schemas']['AuditLink'] | null;
      /** @description `null`: none covers it yet. */
      checkpoint: components['schemas']['AuditCheckpoint'] | null;
    };
    AuditEventList: {
      auditEvents: components['schemas']['AuditEvent'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    AuditLink: {
      /** @example 4711 */
      number: number;
      /**
       * @description SHA-256 over the entry and the hash before it, hexadecimal.
       * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
       */
      hash: string;
    };
    /** @enum {string} */
    AuditOutcome: 'done' | 'refused';
    Branding: {
      /**
       * Format: uri
       * @description A square picture.
       * @example https://bank.example/logo.svg
       */
      logoUri?: string;
      /**
       * @description Of buttons and links.
       * @example #0b5fff
       */
      color?: string;
      /**
       * Format: uri
       * @description What is done with personal data. On every hosted page and in the app, as the two that follow.
       * @example https://bank.example/privacy
       */
      privacyUri?: string;
      /**
       * Format: uri
       * @description The terms of use.
       * @example https://bank.example/terms
       */
      termsUri?: string;
      /**
       * Format: uri
       * @description Where users get help, as when they have forgotten a password.
       * @example https://bank.example/help
       */
      helpUri?: string;
    };
    /**
     * @description `server`: of the listeners; `outbound`: what our own calls present.
     * @enum {string}
     */
    CertificateUse: 'server' | 'outbound';
    ChangeClient: {
      /** @description The allowed redirect addresses. They must match exactly. Web clients: https; with `test` also http on the loopback address. Native clients: https, http on the loopback address (any port matches), or a private scheme such as com.example.app: */
      redirectUris?: string[];
      /** @description The addresses to which users may be redirected after logout. */
      postLogoutRedirectUris?: string[];
      /** @default client_secret_basic */
      authMethod?: components['schemas']['ClientAuthMethod'];
      /** @description The public keys that verify the client's assertions. Required with the `authMethod` `private_key_jwt`. */
      jwks?: components['schemas']['Jwks'] | null;
      /** @default web */
      applicationType?: components['schemas']['ApplicationType'];
      /**
       * @description Whether the client is your own application. Users are not asked for consent to it.
       * @default false
       */
      firstParty?: boolean;
      /** @description The lifetime of access tokens, in seconds. Default: 300 for tokens of users, 3600 for tokens of the client itself. */
      accessTokenTtl?: number | null;
      /** @description The lifetime of refresh tokens, in seconds. Default: 14 days. */
      refreshTokenTtl?: number | null;
      /**
       * Format: uri
       * @description The address to which the error pages of this service link, so that the user can go back to the client.
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
      /**
       * @description Whether the client can only get tokens that are bound to a DPoP key.
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
       * @description Whether access tokens that only identify the user are JWTs. Set it for software that reads the token itself. Access tokens for the APIs of this service are always JWTs.
       * @default false
       */
      jwtAccessTokens?: boolean;
      /**
       * @description With `jwtAccessTokens`: the `clientId` of the client that receives these tokens as their audience, for example your API gateway. That client must belong to the same enterprise. Default: the client itself.
       * @example 0198c0de-0000-7000-8000-000000000001
       */
      accessTokenAudience?: string | null;
      kyc?: components['schemas']['Kyc'] | null;
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
       * @description Whether its signatures are refused.
       * @example true
       */
      blocked?: boolean;
    };
    ChangeEnterprise: {
      /** @description Replaced as a whole. */
      branding?: components['schemas']['Branding'];
      /**
       * @description How long a DELETED user is still read before everything personal is erased. At first 30.
       * @example 90
       */
      retentionDays?: number;
      /**
       * @description After how many unused days an ACTIVE user falls INACTIVE. `null`, as at first: never.
       * @example 365
       */
      inactivityDays?: number | null;
      /** @description When no notification is to disturb the users. `null`, as at first: at no time. Replaced as a whole. */
      quietHours?: components['schemas']['QuietHours'] | null;
      /**
       * @description MiB of notifications and templates that its clients may create on a day of UTC. `null`, as at first: as many as `NOTIFICATION_DAILY_STORAGE` says.
       * @example 512
       */
      dailyNotificationMiB?: number | null;
      /** @description Requests that its clients may make together. `null`, as at first: as `ENTERPRISE_RATE_LIMIT` and `ENTERPRISE_RATE_BURST` say. Replaced as a whole. */
      rateLimit?: components['schemas']['RateLimit'] | null;
      /**
       * @description Whether every client has to use PKCE for sign-ins, whatever its own `requirePkce` says. At first `false`.
       * @example true
       */
      requirePkce?: boolean;
      /** @example Acme Bank */
      name?: string;
    };
    ChangeNotificationTemplate: {
      /**
       * @description What differs from one notification to the next.
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
       * @description The texts, with `{{name}}` where a value belongs. Every language shows every variable. At most 65536 bytes of JSON in all, before and after values are filled in.
       * @example [
       *       {
       *         "lng": "en",
       *         "subject": "Confirm your payment",
       *         "message": "Do you pay {{amount}} to {{payee}}?"
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
      /** @description Replaced as a whole. */
      grants?: components['schemas']['Grant'][];
    };
    ChangeUser: {
      /**
       * @description The group that the user belongs to.
       * @example retail
       */
      primaryGroup?: string;
      /**
       * @description Given names, in any script.
       * @example Jane
       */
      firstName?: string | null;
      /**
       * @description Family names, in any script.
       * @example Doe
       */
      lastName?: string | null;
      /**
       * @description Further groups.
       * @example [
       *       "gold"
       *     ]
       */
      secondaryGroups?: string[];
      /**
       * Format: email
       * @description Codes and notices are sent here.
       * @example jane.doe@example.com
       */
      emailId?: string | null;
      /**
       * @description In the form of E.164.
       * @example +4915112345678
       */
      mobileNumber?: string | null;
      /**
       * @description A name to log in with besides the user id. Both share one namespace.
       * @example jane
       */
      loginId?: string | null;
      /**
       * @description The language that the user reads (BCP 47). Without one: `en` in messages, and on pages what the browser asks for.
       * @example de
       */
      language?: string;
      /**
       * @description A remark for your own people.
       * @example text
       */
      comments?: string | null;
    };
    ChangeWebhookEndpoint: {
      /**
       * Format: uri
       * @description Where we call, by `https`, at a public address. While developing, `http` on this machine will do. Neither credentials nor a fragment.
       * @example https://bank.example/webhooks/countersign
       */
      url?: string;
      /**
       * @description Of which it is told; the section *Webhooks* of this document shows each. None: of callbacks only, of notifications that name an address of its origin.
       * @example [
       *       "user.status_changed"
       *     ]
       */
      eventTypes?: components['schemas']['WebhookEventType'][];
      /**
       * @description A disabled endpoint is told of nothing that happens meanwhile.
       * @example true
       */
      enabled?: boolean;
    };
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
      /**
       * @description What makes this client privileged: its sensitive scopes, and `firstParty`. Operators need the approval of a second operator for these. Always empty for test clients.
       * @example [
       *       "users:write",
       *       "firstParty"
       *     ]
       */
      powers: string[];
      authMethod: components['schemas']['ClientAuthMethod'];
      jwks: components['schemas']['Jwks'] | null;
      applicationType: components['schemas']['ApplicationType'];
      firstParty: boolean;
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
      dpopBoundAccessTokens: boolean;
      requirePushedAuthorizationRequests: boolean;
      requirePkce: boolean;
      securityProfile: components['schemas']['SecurityProfile'] | null;
      jwtAccessTokens: boolean;
      /** @example text */
      accessTokenAudience: string | null;
      kyc: components['schemas']['ShownKyc'] | null;
      idv: components['schemas']['IdvSettings'] | null;
      /** @description The secrets that are valid now, newest first. */
      secrets: components['schemas']['ClientSecret'][];
      /**
       * @description When the client last obtained or used a token, exact to a minute or two. `null`: no use has been recorded.
       * @example 1767225600000
       */
      lastUsedTs: number | null;
      createdTs: number;
      /**
       * @description Who created the client: the `clientId` of a client, `operator:` and the id of an operator at the console, `operator` for the command line, or `the service`.
       * @example operator
       */
      createdBy: string;
      updatedTs: number;
    };
    /** @enum {string} */
    ClientAuthMethod: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
    ClientList: {
      clients: components['schemas']['Client'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
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
      /**
       * @description What makes this client privileged: its sensitive scopes, and `firstParty`. Operators need the approval of a second operator for these. Always empty for test clients.
       * @example [
       *       "users:write",
       *       "firstParty"
       *     ]
       */
      powers: string[];
      authMethod: components['schemas']['ClientAuthMethod'];
      jwks: components['schemas']['Jwks'] | null;
      applicationType: components['schemas']['ApplicationType'];
      firstParty: boolean;
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
      dpopBoundAccessTokens: boolean;
      requirePushedAuthorizationRequests: boolean;
      requirePkce: boolean;
      securityProfile: components['schemas']['SecurityProfile'] | null;
      jwtAccessTokens: boolean;
      /** @example text */
      accessTokenAudience: string | null;
      kyc: components['schemas']['ShownKyc'] | null;
      idv: components['schemas']['IdvSettings'] | null;
      /** @description The secrets that are valid now, newest first. */
      secrets: components['schemas']['ClientSecret'][];
      /**
       * @description When the client last obtained or used a token, exact to a minute or two. `null`: no use has been recorded.
       * @example 1767225600000
       */
      lastUsedTs: number | null;
      createdTs: number;
      /**
       * @description Who created the client: the `clientId` of a client, `operator:` and the id of an operator at the console, `operator` for the command line, or `the service`.
       * @example operator
       */
      createdBy: string;
      updatedTs: number;
      /**
       * @description The client secret. It is shown only in this answer: the service stores only its hash.
       * @example text
       */
      clientSecret?: string;
    };
    CreateClient: {
      /** @description The allowed redirect addresses. They must match exactly. Web clients: https; with `test` also http on the loopback address. Native clients: https, http on the loopback address (any port matches), or a private scheme such as com.example.app: */
      redirectUris?: string[];
      /** @description The addresses to which users may be redirected after logout. */
      postLogoutRedirectUris?: string[];
      /** @default client_secret_basic */
      authMethod?: components['schemas']['ClientAuthMethod'];
      /** @description The public keys that verify the client's assertions. Required with the `authMethod` `private_key_jwt`. */
      jwks?: components['schemas']['Jwks'] | null;
      /** @default web */
      applicationType?: components['schemas']['ApplicationType'];
      /**
       * @description Whether the client is your own application. Users are not asked for consent to it.
       * @default false
       */
      firstParty?: boolean;
      /** @description The lifetime of access tokens, in seconds. Default: 300 for tokens of users, 3600 for tokens of the client itself. */
      accessTokenTtl?: number | null;
      /** @description The lifetime of refresh tokens, in seconds. Default: 14 days. */
      refreshTokenTtl?: number | null;
      /**
       * Format: uri
       * @description The address to which the error pages of this service link, so that the user can go back to the client.
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
      /**
       * @description Whether the client can only get tokens that are bound to a DPoP key.
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
       * @description Whether access tokens that only identify the user are JWTs. Set it for software that reads the token itself. Access tokens for the APIs of this service are always JWTs.
       * @default false
       */
      jwtAccessTokens?: boolean;
      /**
       * @description With `jwtAccessTokens`: the `clientId` of the client that receives these tokens as their audience, for example your API gateway. That client must belong to the same enterprise. Default: the client itself.
       * @example 0198c0de-0000-7000-8000-000000000001
       */
      accessTokenAudience?: string | null;
      kyc?: components['schemas']['Kyc'] | null;
      idv?: components['schemas']['IdvSettings'] | null;
      /**
       * @description The name of the client. Users see it on the consent page.
       * @example Online banking
       */
      clientName: string;
      grantTypes: components['schemas']['GrantType'][];
      /** @description All scopes that the client may request. */
      scopes: components['schemas']['Scope'][];
      /** @description Whether this is a test client. A test client sees and changes test data only. Default: the same as the client that creates it. It cannot be changed later. */
      test?: boolean;
    };
    CreateEnterprise: {
      /** @description Replaced as a whole. */
      branding?: components['schemas']['Branding'];
      /**
       * @description How long a DELETED user is still read before everything personal is erased. At first 30.
       * @example 90
       */
      retentionDays?: number;
      /**
       * @description After how many unused days an ACTIVE user falls INACTIVE. `null`, as at first: never.
       * @example 365
       */
      inactivityDays?: number | null;
      /** @description When no notification is to disturb the users. `null`, as at first: at no time. Replaced as a whole. */
      quietHours?: components['schemas']['QuietHours'] | null;
      /**
       * @description MiB of notifications and templates that its clients may create on a day of UTC. `null`, as at first: as many as `NOTIFICATION_DAILY_STORAGE` says.
       * @example 512
       */
      dailyNotificationMiB?: number | null;
      /** @description Requests that its clients may make together. `null`, as at first: as `ENTERPRISE_RATE_LIMIT` and `ENTERPRISE_RATE_BURST` say. Replaced as a whole. */
      rateLimit?: components['schemas']['RateLimit'] | null;
      /**
       * @description Whether every client has to use PKCE for sign-ins, whatever its own `requirePkce` says. At first `false`.
       * @example true
       */
      requirePkce?: boolean;
      /**
       * @description Your own id of the enterprise. It never changes.
       * @example acme
       */
      enterpriseId: string;
      /**
       * @description People read it on hosted pages.
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
       * @description Any data of yours. It is returned in the result and in webhooks. In test mode three members control the session: `simulate` is the final status of the session, `reasons` are its reasons, and `engine: built-in` uses the engine for live users instead of the simulated one.
       * @example {
       *       "order": 4711
       *     }
       */
      payload?: {
        [key: string]: unknown;
      };
    };
    CreateNotification: {
      /**
       * @description Who is asked: an ACTIVE user.
       * @example jane.doe
       */
      user_id: string;
      /**
       * @description Your own id of the transaction. The same request again, `expires_in` aside, creates no second one.
       * @example payment-4711
       */
      msg_id: string;
      /**
       * @description For how many seconds it can be answered.
       * @example 300
       */
      expires_in: number;
      /** @description What is asked, in each language once; with the actions at most 65536 bytes of JSON. Or else `template_id` and `values`. */
      body?: components['schemas']['NotificationBody'][];
      /**
       * @description The template that the texts come from.
       * @example payment
       */
      template_id?: string;
      /**
       * @description Without it: the newest.
       * @example 2
       */
      template_version?: number;
      /**
       * @description By the name of a variable. Each language writes numbers, money and days in its own way.
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
      /** @description The answers to choose from. */
      actions: components['schemas']['NotificationAction'][];
      /**
       * @description Whether the answer must be signed by one of the user's devices.
       * @default true
       */
      ds_required?: boolean;
      /** @description What a locked screen may show: nothing sensitive. Without it: a general hint. */
      notification_msg?: components['schemas']['PushMessage'];
      /**
       * Format: uri
       * @description Called with the final state; of the origin of a registered webhook endpoint.
       * @example https://bank.example/countersign/answers
       */
      callback_url?: string;
    };
    CreateNotificationTemplate: {
      /**
       * @description What differs from one notification to the next.
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
       * @description The texts, with `{{name}}` where a value belongs. Every language shows every variable. At most 65536 bytes of JSON in all, before and after values are filled in.
       * @example [
       *       {
       *         "lng": "en",
       *         "subject": "Confirm your payment",
       *         "message": "Do you pay {{amount}} to {{payee}}?"
       *       }
       *     ]
       */
      body: components['schemas']['NotificationBody'][];
      /**
       * @description Your own id of the template.
       * @example payment
       */
      template_id: string;
    };
    CreateUser: {
      /**
       * @description Your own id of the user. It stays taken for ever, also after deletion.
       * @example jane.doe
       */
      userId: string;
      /**
       * @description The group that the user belongs to.
       * @example retail
       */
      primaryGroup: string;
      /**
       * @description ONBOARDING when the user is to pass an identity verification first.
       * @default CREATED
       * @example ONBOARDING
       * @enum {string}
       */
      preferredStatus?: 'ONBOARDING' | 'CREATED';
      /**
       * @description Given names, in any script.
       * @example Jane
       */
      firstName?: string | null;
      /**
       * @description Family names, in any script.
       * @example Doe
       */
      lastName?: string | null;
      /**
       * @description Further groups.
       * @example [
       *       "gold"
       *     ]
       */
      secondaryGroups?: string[];
      /**
       * Format: email
       * @description Codes and notices are sent here.
       * @example jane.doe@example.com
       */
      emailId?: string | null;
      /**
       * @description In the form of E.164.
       * @example +4915112345678
       */
      mobileNumber?: string | null;
      /**
       * @description A name to log in with besides the user id. Both share one namespace.
       * @example jane
       */
      loginId?: string | null;
      /**
       * @description The language that the user reads (BCP 47). Without one: `en` in messages, and on pages what the browser asks for.
       * @example de
       */
      language?: string;
      /**
       * @description An activation code of your own, which you give to the user yourself. No message is sent then.
       * @example K7M2-9QXD
       */
      predefinedCode?: string | null;
      /**
       * @description A remark for your own people.
       * @example text
       */
      comments?: string | null;
    };
    CreateWebhookEndpoint: {
      /**
       * Format: uri
       * @description Where we call, by `https`, at a public address. While developing, `http` on this machine will do. Neither credentials nor a fragment.
       * @example https://bank.example/webhooks/countersign
       */
      url: string;
      /**
       * @description Of which it is told; the section *Webhooks* of this document shows each. None: of callbacks only, of notifications that name an address of its origin.
       * @example [
       *       "user.status_changed"
       *     ]
       */
      eventTypes: components['schemas']['WebhookEventType'][];
      /**
       * @description A disabled endpoint is told of nothing that happens meanwhile.
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
       * @description What devices sign: the SHA-256 of the canonical content (RFC 8785), base64url.
       * @example NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs
       */
      content_digest: string;
      /**
       * @description Only where there are any: the actions whose `authlevel` the user could not meet at present, for want of a passkey, a password or a kept face.
       * @example [
       *       "accept"
       *     ]
       */
      unmet_actions?: string[];
    };
    /**
     * @description The side of this request.
     * @enum {string}
     */
    DataSide: 'live' | 'test';
    DecideIdvReview: {
      /**
       * @description The final status to give to the session.
       * @example VERIFIED
       */
      outcome: components['schemas']['IdvReviewOutcome'];
      /**
       * @description Why you decide so, in your own words. The note is stored encrypted, as long as the evidence, and shown to reviewers only.
       * @example Same person, older picture.
       */
      reason: string;
      /**
       * @description Reason codes for the result. Each must fit the `outcome`. Default: the doubts that fit the outcome, or else its general reason.
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
      /** @description Whether this decision ended the review. False: a second person must make the same decision (four-eyes principle). */
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
      /** @description Nothing that it signs counts until it is unblocked. */
      blocked: boolean;
      /**
       * @description In epoch milliseconds.
       * @example 1767225600000
       */
      registeredTs: number;
      /**
       * @description In epoch milliseconds; exact to the hour.
       * @example 1767225600000
       */
      lastSeenTs: number;
      /**
       * @description Of its public key: RFC 7638, SHA-256, base64url.
       * @example NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs
       */
      thumbprint: string;
    };
    DeviceList: {
      devices: components['schemas']['Device'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
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
      /** @example +4915112345678 */
      mobileNumber: string | null;
      /** @example jane */
      loginId: string | null;
      /** @example de */
      language: string;
      /**
       * @description The remark for your own people.
       * @example text
       */
      comments: string | null;
      /** @example ONBOARDING */
      status: components['schemas']['UserStatus'];
      /** @description Of a BLOCKED user: the `enterprise`, or wrong `attempts`. */
      blockedBy?: components['schemas']['UserStatusChanger'];
      /** @description The newest change of the status, if there was one since the enrolment. */
      statusChange?: components['schemas']['StatusChange'];
      /**
       * @description When the user was last active, to the hour.
       * @example 1767225600000
       */
      lastActiveTs: number | null;
      /**
       * @description When the user was enrolled, in epoch milliseconds.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the user was last changed, in epoch milliseconds.
       * @example 1767225600000
       */
      updatedTs: number;
      /**
       * @description The client that enrolled the user.
       * @example portal
       */
      createdBy: string;
      /**
       * @description Of the newest verification that had one.
       * @example text
       */
      kycReferenceId: string | null;
      /**
       * @description `sent`: a code to activate with is on its way to the user. `none`: it is not time yet, you set a code yourself, or there is nowhere to send one to.
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
      /**
       * @description When it was made, in epoch milliseconds.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When it was last changed, in epoch milliseconds.
       * @example 1767225600000
       */
      updatedTs: number;
    };
    EnterpriseList: {
      enterprises: components['schemas']['Enterprise'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    Evidence: {
      /**
       * @description The device's JWS.
       * @example text
       */
      statement: string;
      /** @description What was asked. */
      content: components['schemas']['EvidenceContent'];
      /** @description Whose key it was. */
      device: components['schemas']['EvidenceDevice'];
      /**
       * @description Our JWS over the rest of it.
       * @example text
       */
      receipt: string;
    };
    EvidenceContent: {
      /** @description In their order. */
      actions: {
        [key: string]: unknown;
      }[];
      /** @description By `lng`. */
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
      /** @description A JWK. */
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
    };
    /**
     * @description What the file is to be.
     * @enum {string}
     */
    ExportFormat: 'csv' | 'ndjson';
    ExportReason: {
      /**
       * @description Why.
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
       * @description `null`: as it is now.
       * @example day
       */
      step: components['schemas']['FigureStep'] | null;
      series: components['schemas']['FigureSeries'][];
      /**
       * Format: date-time
       * @description Until when all is counted; `null`: nothing was yet.
       * @example 2026-01-31T09:30:00.000Z
       */
      asOf: string | null;
      /** @description Whether the time that was asked for goes on after `asOf`. */
      partial: boolean;
    };
    FigureDefinition: {
      /** @example idv.sessions */
      name: string;
      /** @example count */
      unit: components['schemas']['FigureUnit'];
      /** @example Verifications, by the time they were opened. */
      description: string;
      /**
       * @description What it can be divided by.
       * @example [
       *       "outcome"
       *     ]
       */
      by: string[];
    };
    FigureList: {
      /** @description By name. */
      figures: components['schemas']['FigureDefinition'][];
    };
    FigureSeries: {
      /**
       * @description What it counts: `all` when it is not divided; `p50` and `p90`, about, of seconds, `p50` and `p95` of milliseconds; `other`: the rest.
       * @example VERIFIED
       */
      key: string;
      /** @description The beginning of each step, and the value. */
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
       * @description `agreed`: is being carried out. `done` and `failed`: what the route answered. `fallen`: nobody decided within a day.
       * @example waiting
       */
      state: components['schemas']['FourEyesState'];
      /**
       * @description What one needs to agree.
       * @example remove
       */
      right: components['schemas']['RightName'];
      call: components['schemas']['FourEyesCall'];
      /**
       * @description Why it is asked for.
       * @example Lost her phone
       */
      comments: string;
      askedBy: components['schemas']['FourEyesOperator'];
      /** @example 1767225600000 */
      askedTs: number;
      /**
       * @description Nobody can agree any more then.
       * @example 1767225600000
       */
      fallsTs: number;
      /** @description `null` where nobody has decided: it waits, has fallen, or who asked may not any more. */
      decidedBy: components['schemas']['FourEyesOperator'] | null;
      /** @example 1767225600000 */
      decidedTs: number | null;
      /**
       * @description Why it was refused.
       * @example She did not ask for it
       */
      refusal: string | null;
      answer: components['schemas']['FourEyesAnswer'] | null;
      /**
       * @description What the operator who reads this may do.
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
       * @description Of the problem, where it failed.
       * @example users/status-refused
       */
      code: string | null;
      /**
       * @description Until when `GET /v1/fourEyes/{id}/answer` has the body, for who asked. `null`: there is none.
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
       * @description The route that it is a call of.
       * @example PUT /v1/users/:userId/status
       */
      route: string;
      /**
       * @description The body, as it was sent, but for credentials: of those only their names are shown.
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
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    FourEyesOperator: {
      /**
       * Format: uuid
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /**
       * @description `null` for somebody who is no operator any more.
       * @example Anna Berg
       */
      name: string | null;
    };
    /**
     * @description `agreed`: is being carried out. `done` and `failed`: what the route answered. `fallen`: nobody decided within a day.
     * @enum {string}
     */
    FourEyesState: 'waiting' | 'agreed' | 'refused' | 'takenBack' | 'fallen' | 'done' | 'failed';
    /** @enum {string} */
    FourEyesStates: 'waiting' | 'agreed' | 'refused' | 'takenBack' | 'fallen' | 'done' | 'failed' | 'closed';
    /** @enum {string} */
    FourEyesVerb: 'agree' | 'refuse' | 'takeBack';
    Grant: {
      /**
       * @description The enterprise, or `*` for all.
       * @example *
       */
      enterpriseId: string;
      /**
       * @description Live data, test data, or both.
       * @example both
       */
      side: components['schemas']['GrantSide'];
      /** @example support */
      role: components['schemas']['OperatorRole'];
    };
    /**
     * @description Live data, test data, or both.
     * @enum {string}
     */
    GrantSide: 'live' | 'test' | 'both';
    /** @enum {string} */
    GrantType: 'authorization_code' | 'refresh_token' | 'client_credentials';
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
    /**
     * @description `holds`: the field has a check digit, and it is correct. `null`: the field has no check digit. Documents with a wrong check digit are refused.
     * @enum {string}
     */
    IdvCheckDigit: 'holds';
    /** @enum {string} */
    IdvCheckState: 'passed' | 'doubt' | 'failed' | 'open';
    IdvChecks: {
      /** @example passed */
      document: components['schemas']['IdvCheckState'];
      /** @example doubt */
      selfie: components['schemas']['IdvCheckState'];
      /** @example notAsked */
      kyc: components['schemas']['IdvKycState'];
    };
    /** @enum {string} */
    IdvClaimedReviews: 'none' | 'mine';
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
       * @description Where the value was read: in the machine readable zone, in a code, or in the printed text. `null`: a vendor read it.
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
      /** @description Whether document and user record can mean the same value. `null`: not compared. */
      agrees: boolean | null;
    };
    /** @enum {string} */
    IdvFieldName: 'firstNames' | 'lastNames' | 'birthDate' | 'number' | 'expiryDate' | 'country';
    /**
     * @description Where the value was read: in the machine readable zone, in a code, or in the printed text. `null`: a vendor read it.
     * @enum {string}
     */
    IdvFieldSource: 'zone' | 'barcode' | 'print';
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
      /** @description The same data field by field, compared with other sources. */
      fields: components['schemas']['IdvField'][];
      /** @description The limits that the scores were compared with. */
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
    IdvOverdueReviews: 'only' | 'none';
    /**
     * @description Whether the printed text shows the same value. `other`: it shows nearly the same value. `unseen`: nothing similar was found. `null`: it was not compared.
     * @enum {string}
     */
    IdvPrinted: 'same' | 'other' | 'unseen';
    /**
     * @description Present only if neither a machine readable zone nor a code was read. The data then comes from the numbered fields of the document. They have no check digits, and nothing else confirms them.
     * @enum {string}
     */
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
      | 'face_mismatch'
      | 'liveness_failed'
      | 'selfie_quality'
      | 'capture_suspicious'
      | 'duplicate_face'
      | 'kyc_rejected'
      | 'consent_denied'
      | 'other_way_needed';
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
      /** @description Why the session did not end as VERIFIED. Empty if the status says enough. */
      reasons: components['schemas']['IdvReasonDetails'][];
      /** @description The data read from the document. Present if the user gave the Opt-In, until the retention ends. */
      document?: components['schemas']['IdvDocument'];
      /**
       * @description The scores that the engine measured, from 0 to 1. Present as long as `document`.
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
       * @description The raised signals: signs that a picture may not be genuine. Present as long as `document`. Omitted if there are none.
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
      /** @description Whether this is a session of test mode. Nothing is really verified in test mode. */
      test: boolean;
      /**
       * Format: date-time
       * @description When the session expires. Present while it waits for the user.
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
       * @description The id of the session. Shown to clients only: operators do not get it, because it opens the user's pages.
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
       * @description When the review began to wait, or when it was decided.
       * @example 2026-01-31T09:30:00.000Z
       */
      since: string;
      /** @description Whether the review has waited for 14 days or longer. */
      overdue: boolean;
      /** @description Who works on the review now. */
      claim: components['schemas']['ReviewClaim'] | null;
    };
    IdvReviewDecision: {
      /**
       * @description Who made this decision: `client:<id>` or `operator:<id>`.
       * @example client:backoffice
       */
      decidedBy: string;
      /**
       * @description The client that made this decision. Present if it was a client.
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
      /** @description Whether this decision ended the review. False: a second person must make the same decision (four-eyes principle). */
      final: boolean;
    };
    IdvReviewDetails: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      reviewId: string;
      /**
       * @description The id of the session. Shown to clients only: operators do not get it, because it opens the user's pages.
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
       * @description When the review began to wait, or when it was decided.
       * @example 2026-01-31T09:30:00.000Z
       */
      since: string;
      /** @description Whether the review has waited for 14 days or longer. */
      overdue: boolean;
      /** @description Who works on the review now. */
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
      /** @description Give it as `cursor` to read on. `null`: that was all. */
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
      /** @description Why the session did not end as VERIFIED. Empty if the status says enough. */
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
       * @description When the session expires. Present while it waits for the user.
       * @example 2026-01-31T09:30:00.000Z
       */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description When the evidence (pictures and data read from them) will be deleted. `null`: the session has no final status yet, or there is no evidence, or it was deleted.
       * @example 2026-01-31T09:30:00.000Z
       */
      evidenceUntil: string | null;
      /** @description Who works on the review of this session now. */
      claim: components['schemas']['ReviewClaim'] | null;
      /** @description Whether this is a session of test mode. Nothing is really verified in test mode. */
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
      /** @description Why the session did not end as VERIFIED. Empty if the status says enough. */
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
       * @description When the session expires. Present while it waits for the user.
       * @example 2026-01-31T09:30:00.000Z
       */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description When the evidence (pictures and data read from them) will be deleted. `null`: the session has no final status yet, or there is no evidence, or it was deleted.
       * @example 2026-01-31T09:30:00.000Z
       */
      evidenceUntil: string | null;
      /** @description Who works on the review of this session now. */
      claim: components['schemas']['ReviewClaim'] | null;
      /** @description Whether this is a session of test mode. Nothing is really verified in test mode. */
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
       * @description What happened. `opened`: the session was created. `link-opened`: the link was opened in a browser. `started`: the user started. `step`: the session went on to a step. `shown`: the page of a step was shown for the first time. `attempt-failed`, `attempt-passed`: an attempt ended. `picture-refused`: a picture was refused. `handover-offered`, `handed-over`: the user was offered to continue on another device, and did so. `status`: the status changed. `claimed`, `claim-released`, `decided`: a reviewer acted. `evidence-removed`: the pictures were deleted. More kinds may be added.
       * @example attempt-failed
       */
      kind: string;
      /**
       * @description The step at which it happened.
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
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    IdvSessionList: {
      idvSessions: components['schemas']['IdvSession'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    /** @enum {string} */
    IdvSessionOrder: 'newest' | 'oldest';
    IdvSettings: {
      /** @description Whether a person reviews uncertain results. If true, a session goes to review when the engine is unsure, or when a signal is raised that a picture may not be genuine. If false, the user tries again instead; a single raised signal does not cause another try. */
      review?: boolean;
      /**
       * @description The minimum similarity of selfie and document portrait to count as a match, from 0 to 1. Default: 0.8.
       * @example 0.8
       */
      matchThreshold?: number;
      /**
       * @description The similarity below which the selfie fails at once, from 0 to 1. Between it and `matchThreshold` the engine is unsure: the user tries again, or with `review` a person decides. Default: 0.6.
       * @example 0.6
       */
      retryThreshold?: number;
      /**
       * @description The minimum sharpness of a document picture, from 0 to 1. Below it, the user shows the document again, unless the printed text confirms the machine readable zone. Default: 0.075.
       * @example 0.1
       */
      leastSharpness?: number;
      /**
       * @description The sharpness below which a document counts as doubtful, even if all of it was read, from 0 to 1. Default: 0.
       * @example 0.15
       */
      clearSharpness?: number;
      /**
       * @description The minimum certainty with which the characters of the machine readable zone must be read, from 0 to 1. Below it, the document counts as doubtful. Default: 0.88.
       * @example 0.95
       */
      leastCertainty?: number;
      /**
       * @description The maximum amount of glare on the machine readable zone, from 0 to 1. Above it, the document counts as doubtful. Default: 0.25.
       * @example 0.1
       */
      mostGlare?: number;
      /**
       * @description How many of these four may be missing from the printed text: document number, names, date of birth, date of expiry. Default: 0.
       * @example 0
       */
      mostUnseenFields?: number;
      /**
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
    };
    /**
     * @description The kind of signal. Signals of document pictures: `screen_pattern`: the page shows a regular grid, as a photographed screen does. `error_level`: one field of the file was compressed less often than the rest. `editing_software`: the file names a picture editing program. `error_level` and `editing_software` are checked only in files that were uploaded unchanged. `second_portrait`: the small portrait shows another face than the large one. `portrait_edges`: a rectangle around the face has sharper edges than the rest of the page. Signals of selfies: `virtual_camera`: the name of the camera is that of a program. `repeated_frames`: frames were repeated pixel by pixel. `impossible_timing`: frames arrived faster than a person can move, or faster than the page shows a colour. `no_light_response`: the colours shown by the screen were not found in the face. `desktop_claimed`: the colours were not found, and the device claims not to be a phone; on a phone they would be required.
     * @enum {string}
     */
    IdvSignalKind:
      | 'screen_pattern'
      | 'error_level'
      | 'editing_software'
      | 'second_portrait'
      | 'portrait_edges'
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
    /**
     * @description The current step, or the step at which the session ended. `done`: all steps were passed. `null`: the session ended in an older version of the service.
     * @enum {string}
     */
    IdvStep:
      | 'welcome'
      | 'consent'
      | 'document'
      | 'vendor'
      | 'optIn'
      | 'kyc'
      | 'front'
      | 'back'
      | 'confirm'
      | 'selfie'
      | 'done';
    IdvThresholds: {
      /**
       * @description The minimum similarity of selfie and document portrait to count as a match.
       * @example 0.8
       */
      match: number;
      /**
       * @description The similarity below which the selfie fails. Between it and `match`, a person decides.
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
       * @description The minimum certainty of the characters in the machine readable zone. Below it, the document counts as doubtful.
       * @example 0.88
       */
      leastCertainty: number;
      /**
       * @description The maximum amount of glare on the machine readable zone. Above it, the document counts as doubtful.
       * @example 0.25
       */
      mostGlare: number;
      /**
       * @description Number of printed fields that may be missing.
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
       * @description The user must start before this time.
       * @example 2026-01-31T09:30:00.000Z
       */
      expiresAt: string;
    };
    IdvWebTokenList: {
      idvWebTokens: components['schemas']['ListedIdvWebToken'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    Invitation: {
      /**
       * @description `none`: mail is off, or was not taken. `operator create` at the command line prints a link.
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
       * @description Tries that were begun.
       * @example 10
       */
      attempts: number;
      /**
       * @description Why the last try failed.
       * @example connect ECONNREFUSED 10.0.0.25:587
       */
      lastError: string | null;
      /**
       * @description When it was stored.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When it was given up.
       * @example 1767225600000
       */
      parkedTs: number;
    };
    JobList: {
      jobs: components['schemas']['Job'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    Jwks: {
      /** @description The public keys. Set several while you replace one key by another. */
      keys: {
        [key: string]: unknown;
      }[];
    };
    Key: {
      /**
       * @description The key id. It is in the `kid` header of each signature by this key.
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
    /**
     * @description `NEXT`: published, but does not sign yet. `ACTIVE`: signs. `RETIRED`: only verifies earlier signatures. `WITHDRAWN`: no longer trusted.
     * @enum {string}
     */
    KeyState: 'ACTIVE' | 'NEXT' | 'RETIRED' | 'WITHDRAWN';
    /**
     * @description `signing`: the key signs tokens. `evidence`: the key signs receipts of notification answers.
     * @enum {string}
     */
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
      /** @default 10000 */
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
      /** @description Why the session did not end as VERIFIED. Empty if the status says enough. */
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
    };
    LoginSessions: {
      /** @description The login sessions, newest first, 50 at most. */
      loginSessions: components['schemas']['LoginSession'][];
    };
    LoginTries: {
      /**
       * @description `known`: wrong tries in browsers in which the user has signed in before; the fifth wrong try blocks the user. `others`: wrong tries in all other browsers.
       * @example known
       */
      browser: components['schemas']['LoginTriesBrowser'];
      /** @example 2 */
      count: number;
      /**
       * @description Time from which the next try is accepted, in milliseconds since 1970.
       * @example 1767225600000
       */
      openTs: number;
    };
    /**
     * @description `known`: wrong tries in browsers in which the user has signed in before; the fifth wrong try blocks the user. `others`: wrong tries in all other browsers.
     * @enum {string}
     */
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
       * @description The enterprise of this request.
       * @example default
       */
      enterpriseId: string;
      /**
       * @description The side of this request.
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
       * @description Each right of `GET /v1/operatorRoles`: alone (`may`), with a second operator (`two`), or not.
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
      enterprises: components['schemas']['MyEnterprise'][];
      /**
       * @description Two are asked for: one may be lost.
       * @example 2
       */
      passkeys: number;
      /**
       * @description Where passkeys are added.
       * @example https://id.bank.example/service/account/
       */
      accountUrl: string;
      session: components['schemas']['MyTimes'];
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
       * @description The operator has to sign in again then.
       * @example 1767225600000
       */
      endsTs: number;
      /**
       * @description The session ends when it is not used for so long.
       * @example 900
       */
      idleSeconds: number;
      /**
       * @description Until then no fresh passkey is asked for.
       * @example 1767225600000
       */
      steppedUpUntilTs: number;
    };
    Need: {
      /**
       * @description `idv.reviews`, `idv.reviews-overdue`, `webhooks.failing`, `webhooks.disabled`, `notifications.tampered` and `notifications.fraud` (of the last 7 days), `four-eyes.waiting` for operators who could agree, and for those who run the service `jobs.parked`, `outbox.parked`, `audit.lag` and `certificates.ending` (within 30 days). New kinds will come.
       * @example idv.reviews
       */
      kind: string;
      /**
       * @description How many; more are not counted.
       * @example 7
       */
      count: number;
      /**
       * Format: date-time
       * @description Since when the oldest waits, where that is known.
       * @example 2026-01-31T09:30:00.000Z
       */
      oldest: string | null;
      /** @example info */
      severity: components['schemas']['Severity'];
    };
    NewAllowedExport: {
      /**
       * @description What the file is to be.
       * @example csv
       */
      format: components['schemas']['ExportFormat'];
      /**
       * @description Why. Operators must say it, here or in the header `Reason`; it stays in the audit log.
       * @example The supervisors want all active customers
       */
      comments?: string;
    };
    NewClientSecret: {
      /** @example text */
      clientId: string;
      /**
       * @description The client secret. It is shown only in this answer: the service stores only its hash.
       * @example text
       */
      clientSecret: string;
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
       * @description The invitation goes there.
       * @example anna.berg@bank.example
       */
      emailId: string;
      /** @example Anna */
      firstName: string;
      /** @example Berg */
      lastName: string;
      grants: components['schemas']['Grant'][];
    };
    NewWebhookEndpoint: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      endpointId: string;
      /**
       * Format: uri
       * @description Where we call, by `https`, at a public address. While developing, `http` on this machine will do. Neither credentials nor a fragment.
       * @example https://bank.example/webhooks/countersign
       */
      url: string;
      /**
       * @description Of which it is told; the section *Webhooks* of this document shows each. None: of callbacks only, of notifications that name an address of its origin.
       * @example [
       *       "user.status_changed"
       *     ]
       */
      eventTypes: components['schemas']['WebhookEventType'][];
      /**
       * @description A disabled endpoint is told of nothing that happens meanwhile.
       * @example true
       */
      enabled: boolean;
      /**
       * @description Who disabled it: you (`enterprise`), the `receiver` by answering 410, or we after 5 days of nothing but `failures`. `null` while it is enabled.
       * @example null
       */
      disabledBy: components['schemas']['WebhookDisabledBy'] | null;
      /**
       * @description Since when every try has failed, in epoch milliseconds; `null` when the last one succeeded.
       * @example null
       */
      failingSinceTs: number | null;
      /**
       * @description In epoch milliseconds.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description In epoch milliseconds.
       * @example 1767225600000
       */
      updatedTs: number;
      /**
       * @description What signatures are made with. Shown this once: keep it where your other secrets are.
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
       * @description What signatures are made with. Shown this once: keep it where your other secrets are.
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
       * @description `TAMPERED`: a device has signed another content, or what is stored was altered, also after its end.
       * @example ACTIVE
       */
      status: components['schemas']['NotificationStatus'];
      /**
       * @description Whether the push services took the hint for all, some or none of the user's devices.
       * @example NOTIFIED
       */
      delivery_status: components['schemas']['DeliveryStatus'];
      /**
       * @description The action that was chosen; `NONE` before.
       * @example accept
       */
      action_response: string;
      /** @example true */
      is_ds_verified: boolean;
      /**
       * @description `NA`: none was judged.
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
       * @description Where the answer came from.
       * @example 192.0.2.17
       */
      client_ip_address: string | null;
      /**
       * Format: uuid
       * @description The device that answered.
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      device_id: string | null;
      /** @description Of a signed answer. With the published evidence keys anyone can verify it, without us. */
      evidence?: components['schemas']['Evidence'];
    };
    NotificationAction: {
      /**
       * @description The text of the button.
       * @example Approve
       */
      label: string;
      /**
       * @description The value of the answer. `fraud` reports a fraud.
       * @example accept
       */
      action: string;
      /**
       * @description What the user must show besides: 0 nothing; 1 a password or a passkey; 3 a passkey with user verification; 4 the face.
       * @example 1
       * @enum {integer}
       */
      authlevel: 0 | 1 | 3 | 4;
    };
    NotificationBody: {
      /**
       * @description A BCP 47 tag, or a language's English or own name. Returned as it is given.
       * @example en
       */
      lng: string;
      /** @example Confirm your payment */
      subject: string;
      /** @example Do you pay 25.00 EUR to Bookshop? */
      message: string;
      /**
       * @description By the label of an action: the text of its button in this language.
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
       * @description `TAMPERED`: a device has signed another content, or what is stored was altered, also after its end.
       * @example ACTIVE
       */
      status: components['schemas']['NotificationStatus'];
      /**
       * @description Whether the push services took the hint for all, some or none of the user's devices.
       * @example NOTIFIED
       */
      delivery_status: components['schemas']['DeliveryStatus'];
      /**
       * @description The action that was chosen; `NONE` before.
       * @example accept
       */
      action_response: string;
      /** @example true */
      is_ds_verified: boolean;
      /**
       * @description `NA`: none was judged.
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
       * @description Where the answer came from.
       * @example 192.0.2.17
       */
      client_ip_address: string | null;
      /**
       * Format: uuid
       * @description The device that answered.
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      device_id: string | null;
      /** @description Of a signed answer. With the published evidence keys anyone can verify it, without us. */
      evidence?: components['schemas']['Evidence'];
      /** @description What was asked, by `lng`. */
      body: components['schemas']['NotificationBody'][];
      actions: components['schemas']['NotificationAction'][];
      /**
       * @description Whether the answer had to be signed by a device.
       * @example true
       */
      ds_required: boolean;
      /** @description `null`: its texts came with the request. */
      template: components['schemas']['UsedNotificationTemplate'] | null;
      /** @description What locked screens were given to show. */
      notification_msg: components['schemas']['PushMessage'] | null;
      /** @example https://bank.example/countersign/answers */
      callback_url: string | null;
      /**
       * @description The client that asked; `null` for those from before this was kept.
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      created_by: string | null;
      /** @description What became of the hint to each device. */
      pushes: components['schemas']['NotificationPush'][];
    };
    NotificationEvent: {
      /**
       * Format: date-time
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description `hint`: a push service was told; `listed`: a device has fetched it for the first time; `step-up-asked` and `step-up-done`: the user confirmed who they are; `closed`: answered or ended otherwise. New kinds will come.
       * @example hint
       */
      kind: components['schemas']['NotificationEventKind'];
      /**
       * Format: uuid
       * @description The device, where it was one.
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      device_id: string | null;
      /**
       * @description What else is known of it: the outcome of a hint or a step-up, the state at the end.
       * @example {
       *       "outcome": "taken"
       *     }
       */
      details: {
        [key: string]: unknown;
      };
    };
    /**
     * @description `hint`: a push service was told; `listed`: a device has fetched it for the first time; `step-up-asked` and `step-up-done`: the user confirmed who they are; `closed`: answered or ended otherwise. New kinds will come.
     * @enum {string}
     */
    NotificationEventKind: 'created' | 'hint' | 'listed' | 'step-up-asked' | 'step-up-done' | 'closed';
    NotificationEvents: {
      events: components['schemas']['NotificationEvent'][];
    };
    NotificationList: {
      notifications: components['schemas']['NotificationSummary'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
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
       * @description `gone`: the device has no address any more.
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
       * @description `TAMPERED`: a device has signed another content, or what is stored was altered, also after its end.
       * @example ACTIVE
       */
      status: components['schemas']['NotificationStatus'];
      /**
       * @description Whether the push services took the hint for all, some or none of the user's devices.
       * @example NOTIFIED
       */
      delivery_status: components['schemas']['DeliveryStatus'];
      /**
       * @description The action that was chosen; `NONE` before.
       * @example accept
       */
      action_response: string;
      /** @example true */
      is_ds_verified: boolean;
      /**
       * @description `NA`: none was judged.
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
       * @description Where the answer came from.
       * @example 192.0.2.17
       */
      client_ip_address: string | null;
      /**
       * Format: uuid
       * @description The device that answered.
       * @example 0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77
       */
      device_id: string | null;
      /**
       * @description In the first language, by the order of `lng`.
       * @example Confirm your payment
       */
      subject: string | null;
      /** @description `null`: its texts came with the request. */
      template: components['schemas']['UsedNotificationTemplate'] | null;
    };
    NotificationTemplate: {
      /**
       * @description Your own id of the template.
       * @example payment
       */
      template_id: string;
      /**
       * @description Each change makes a new version; those before stay.
       * @example 2
       */
      version: number;
      variables: components['schemas']['TemplateVariable'][];
      /**
       * @example [
       *       {
       *         "lng": "en",
       *         "subject": "Confirm your payment",
       *         "message": "Do you pay {{amount}} to {{payee}}?"
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
      /** @description Give it as `cursor` to read on. `null`: that was all. */
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
       * @description What `webhook-id` says, in every try.
       * @example 019c1380-09f8-7b62-93d4-7e5a1c0b8d33
       */
      webhookId: string;
      /**
       * @description Or `callback`, or `webhook.test`.
       * @example user.status_changed
       */
      type: string;
      /** @example waiting */
      status: components['schemas']['WebhookDeliveryStatus'];
      /**
       * Format: uuid
       * @description The notification, the session of an identity verification or the device that it tells of.
       * @example 019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14
       */
      about: string | null;
      /**
       * @description The user that it tells of; `null` once erased.
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
       * @description When the next try is due; it may be later while the endpoint fails. `null` when there will be none, or it is being made.
       * @example 2026-01-31T09:30:00.000Z
       */
      nextAttemptAt: string | null;
      /** @description The last tries, the oldest first. */
      attempts: components['schemas']['AnsweredWebhookAttempt'][];
      /**
       * @description Where it is sent.
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
       * @description `invited`: without a passkey yet.
       * @example active
       */
      state: components['schemas']['OperatorState'];
      grants: components['schemas']['Grant'][];
      /** @example 2 */
      passkeys: number;
      /** @example 1767225600000 */
      invitedTs: number;
      /**
       * @description When the rights end: of an emergency only.
       * @example 1767225600000
       */
      endsTs: number | null;
    };
    /**
     * @description `none`: mail is off, or was not taken. `operator create` at the command line prints a link.
     * @enum {string}
     */
    OperatorInvitation: 'sent' | 'none';
    /** @enum {string} */
    OperatorLeave: 'may' | 'two' | 'no';
    OperatorList: {
      operators: components['schemas']['Operator'][];
    };
    /** @enum {string} */
    OperatorRole: 'support' | 'reviewer' | 'security' | 'developer' | 'owner';
    /**
     * @description `invited`: without a passkey yet.
     * @enum {string}
     */
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
       * @description Tries that were begun.
       * @example 10
       */
      attempts: number;
      /**
       * @description Why the last try failed.
       * @example connect ECONNREFUSED 10.0.0.25:587
       */
      lastError: string | null;
      /**
       * @description When it happened.
       * @example 1767225600000
       */
      occurredTs: number;
      /**
       * @description When it was given up.
       * @example 1767225600000
       */
      parkedTs: number;
    };
    ParkedEventList: {
      events: components['schemas']['ParkedEvent'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    PreviewNotificationTemplate: {
      /**
       * @description Without it: the newest.
       * @example 2
       */
      version?: number;
      /**
       * @description By the name of a variable. Each language writes numbers, money and days in its own way.
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
       * @description The page about this kind of error.
       */
      type: string;
      /** @description What kind of error it is, for people. The same every time. */
      title: string;
      /** @description The status of the answer, again. */
      status: number;
      /** @description What kind of error it is, for programs: `<context>/<word>`. */
      code: string;
      /** @description What happened this time. */
      detail?: string;
      /** @description The path that was called, without its query. */
      instance?: string;
      /** @description Fields that are missing or wrong, 20 at most. */
      errors?: components['schemas']['ProblemField'][];
      /** @description Finds this request in the logs. Tell it to the operator. */
      traceId?: string;
    };
    ProblemField: {
      /**
       * @description A JSON pointer (RFC 6901) into the body, or `?name` for a query parameter.
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
    /**
     * @description `gone`: the device has no address any more.
     * @enum {string}
     */
    PushOutcome: 'waiting' | 'taken' | 'gone' | 'failed';
    QuietHours: {
      /** @example 22:00 */
      from: string;
      /**
       * @description When it is not after `from`, on the next day.
       * @example 07:00
       */
      to: string;
      /** @example Europe/Berlin */
      timeZone: string;
    };
    RateLimit: {
      /**
       * @description Requests a second.
       * @example 2000
       */
      perSecond: number;
      /**
       * @description Requests at once.
       * @example 20000
       */
      burst: number;
    };
    Refusal: {
      /**
       * @description Why. Needed from everybody but the one who asked.
       * @example She did not ask for it: I called her back
       */
      comments?: string;
    };
    ReplayFailed: {
      /**
       * Format: date-time
       * @description Those that were made then or later.
       * @example 2026-01-31T00:00:00.000Z
       */
      since: string;
      /**
       * @description Only counts how many that would be.
       * @default false
       * @example true
       */
      dryRun?: boolean;
    };
    Replayed: {
      /**
       * @description How many wait again. At most 10,000: ask again for the rest.
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
       * @description Until this time nobody else can decide the review.
       * @example 2026-01-31T09:30:00.000Z
       */
      until: string;
    };
    ReviewSignal: {
      /**
       * @description The kind of signal. Signals of document pictures: `screen_pattern`: the page shows a regular grid, as a photographed screen does. `error_level`: one field of the file was compressed less often than the rest. `editing_software`: the file names a picture editing program. `error_level` and `editing_software` are checked only in files that were uploaded unchanged. `second_portrait`: the small portrait shows another face than the large one. `portrait_edges`: a rectangle around the face has sharper edges than the rest of the page. Signals of selfies: `virtual_camera`: the name of the camera is that of a program. `repeated_frames`: frames were repeated pixel by pixel. `impossible_timing`: frames arrived faster than a person can move, or faster than the page shows a colour. `no_light_response`: the colours shown by the screen were not found in the face. `desktop_claimed`: the colours were not found, and the device claims not to be a phone; on a phone they would be required.
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
      /** @description Whether the strength is above 0.5. Genuine pictures normally stay below. */
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
    /**
     * @description What one needs to agree.
     * @enum {string}
     */
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
       * @description A second operator with the same right must agree.
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
       * @description For how long the secret before signs too, so that receivers can be changed one by one.
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
      /** @description Kind by kind, the best of each first. */
      hits: components['schemas']['SearchHit'][];
    };
    SearchHit: {
      /** @example notification */
      kind: components['schemas']['SearchHitKind'];
      /**
       * @description What its route is called with: of a user the `userId`, of a notification the uuid.
       * @example 0199c2b0-0000-7000-8000-000000000001
       */
      id: string;
      /**
       * @description What people call it.
       * @example order-2026-000123
       */
      title: string;
      /**
       * @description The user whom it is about.
       * @example jane.doe
       */
      userId: string | null;
      /**
       * @description Of a delivery the endpoint; of all others `null`.
       * @example text
       */
      within: string | null;
      /**
       * @description The status of it, if it has one.
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
    SecurityProfile: 'fapi2';
    /** @enum {string} */
    Severity: 'info' | 'warning' | 'critical';
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
    /**
     * @description `NA`: none was judged.
     * @enum {string}
     */
    SigningStatus: 'Verified' | 'Failed' | 'NA';
    StatusChange: {
      /**
       * @description In epoch milliseconds.
       * @example 1767225600000
       */
      changedTs: number;
      /**
       * @description Left out of the enrolment.
       * @example ACTIVE
       */
      from?: components['schemas']['UserStatus'];
      /** @example BLOCKED */
      to: components['schemas']['UserStatus'];
      /**
       * @description The enterprise, the user, wrong attempts, or time.
       * @example enterprise
       */
      by: components['schemas']['UserStatusChanger'];
      /** @description Who did it, as the audit log tells it. */
      actor: components['schemas']['AuditActor'];
      /**
       * @description Why.
       * @example Reported her phone stolen
       */
      comments: string | null;
    };
    StatusChangeList: {
      statusChanges: components['schemas']['StatusChange'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    SystemCertificate: {
      /**
       * @description `server`: of the listeners; `outbound`: what our own calls present.
       * @example server
       */
      use: components['schemas']['CertificateUse'];
      /** @example CN=api.example.com */
      subject: string;
      /**
       * @description From then on it is valid.
       * @example 1767225600000
       */
      notBeforeTs: number;
      /**
       * @description Until then it is valid.
       * @example 1767225600000
       */
      notAfterTs: number;
    };
    SystemDatabase: {
      /**
       * @description Of PostgreSQL.
       * @example 17.6
       */
      version: string;
      /**
       * @description How large it is.
       * @example 734003200
       */
      bytes: number;
      /**
       * @description Whether it is the one that development runs.
       * @example false
       */
      embedded: boolean;
    };
    SystemMigrations: {
      /** @example 42 */
      applied: number;
      /** @example Figures1797600000000 */
      newest: string | null;
      /**
       * @description That this release has and the database lacks.
       * @example 0
       */
      pending: number;
    };
    /** @enum {string} */
    SystemMode: 'development' | 'production' | 'test';
    SystemOverview: {
      /**
       * @description The release.
       * @example 0.1.0
       */
      version: string;
      /**
       * @description The version of Node.
       * @example 20.19.0
       */
      node: string;
      /** @example production */
      mode: components['schemas']['SystemMode'];
      /**
       * @description Since when the process runs that answers.
       * @example 1767225600000
       */
      startedTs: number;
      database: components['schemas']['SystemDatabase'];
      migrations: components['schemas']['SystemMigrations'];
      /** @description All that are connected to the database now, on whatever machine, the oldest first. */
      processes: components['schemas']['SystemProcess'][];
      surfaces: components['schemas']['SystemSurface'][];
      /**
       * @description Whether the process that answers works on jobs.
       * @example true
       */
      worker: boolean;
      /** @description Stored work, by its kind. */
      work: components['schemas']['SystemWork'][];
      /** @description Those that the settings name, as their files are now. A new one is used after a reload. */
      certificates: components['schemas']['SystemCertificate'][];
      /** @description Those that differ from their defaults. */
      settings: components['schemas']['SystemSetting'][];
    };
    SystemProcess: {
      /**
       * @description Since when it is connected to the database.
       * @example 1767225600000
       */
      startedTs: number;
      /**
       * @description Where it connects from.
       * @example 10.0.0.12
       */
      address: string | null;
    };
    SystemSetting: {
      /** @example RATE_LIMIT */
      name: string;
      /**
       * @description `null`: a secret.
       * @example 200
       */
      value: string | null;
      /**
       * @description `null`: there is none.
       * @example 100
       */
      default: string | null;
      /**
       * @description A secret is set, and not told.
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
       * @description Whether the process that answers serves it.
       * @example true
       */
      open: boolean;
    };
    SystemWork: {
      /**
       * @description `events`, or a kind of jobs.
       * @example shared/deliver-webhook
       */
      kind: string;
      /**
       * @description Due or not yet, and not running.
       * @example 3
       */
      waiting: number;
      /**
       * @description Failed so often that they are left alone.
       * @example 0
       */
      parked: number;
      /**
       * @description How long the oldest of those that are due has been so.
       * @example 0
       */
      overdueSeconds: number;
    };
    TemplateVariable: {
      /**
       * @description `text`: one line; `number`: a decimal number; `money`: `{ amount, currency }`; `date`: a day such as 2026-01-31.
       * @example money
       */
      type: components['schemas']['TemplateVariableType'];
      /**
       * @description Of a `text`: characters.
       * @example 70
       */
      max?: number;
      /**
       * @description Of a-z, 0-9 and _, beginning with a letter.
       * @example amount
       */
      name: string;
    };
    /**
     * @description `text`: one line; `number`: a decimal number; `money`: `{ amount, currency }`; `date`: a day such as 2026-01-31.
     * @enum {string}
     */
    TemplateVariableType: 'text' | 'number' | 'money' | 'date';
    UpdateStatus: {
      /**
       * @description CREATED after a VERIFIED identity verification; BLOCKED and UNBLOCK, PAUSED and UNPAUSE; RESET when credentials are lost; DELETED for good.
       * @example BLOCKED
       */
      status: components['schemas']['UserStatusVerb'];
      /**
       * @description Why. Told in `statusChange`, in the history and in the audit log, until the user is erased. Not kept where nothing changes.
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
      /** @example +4915112345678 */
      mobileNumber: string | null;
      /** @example jane */
      loginId: string | null;
      /** @example de */
      language: string;
      /**
       * @description The remark for your own people.
       * @example text
       */
      comments: string | null;
      /** @example ONBOARDING */
      status: components['schemas']['UserStatus'];
      /** @description Of a BLOCKED user: the `enterprise`, or wrong `attempts`. */
      blockedBy?: components['schemas']['UserStatusChanger'];
      /** @description The newest change of the status, if there was one since the enrolment. */
      statusChange?: components['schemas']['StatusChange'];
      /**
       * @description When the user was last active, to the hour.
       * @example 1767225600000
       */
      lastActiveTs: number | null;
      /**
       * @description When the user was enrolled, in epoch milliseconds.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the user was last changed, in epoch milliseconds.
       * @example 1767225600000
       */
      updatedTs: number;
      /**
       * @description The client that enrolled the user.
       * @example portal
       */
      createdBy: string;
      /**
       * @description Of the newest verification that had one.
       * @example text
       */
      kycReferenceId: string | null;
    };
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
      /** @description Users as `POST /v1/users` takes them. */
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
      /** @description The position in the request. */
      index: number;
      /**
       * @description Left out where the request had none.
       * @example text
       */
      userId?: string;
      /** @enum {string} */
      result: 'created' | 'refused';
      user?: components['schemas']['EnrolledUser'];
      /**
       * @description Why it was refused.
       * @example users/already-exists
       */
      code?: string;
      /** @description Pointers into this user. */
      errors?: components['schemas']['ProblemField'][];
    };
    UserCredentials: {
      /** @description The password. `null`: the user has no password. */
      password: components['schemas']['UserPassword'] | null;
      /** @description The passkeys, oldest first. */
      passkeys: components['schemas']['UserPasskey'][];
      /** @description Wrong tries that still count. */
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
      /** @example +4915112345678 */
      mobileNumber: string | null;
      /** @example jane */
      loginId: string | null;
      /** @example de */
      language: string;
      /**
       * @description The remark for your own people.
       * @example text
       */
      comments: string | null;
      /** @example ONBOARDING */
      status: components['schemas']['UserStatus'];
      /** @description Of a BLOCKED user: the `enterprise`, or wrong `attempts`. */
      blockedBy?: components['schemas']['UserStatusChanger'];
      /** @description The newest change of the status, if there was one since the enrolment. */
      statusChange?: components['schemas']['StatusChange'];
      /**
       * @description When the user was last active, to the hour.
       * @example 1767225600000
       */
      lastActiveTs: number | null;
      /**
       * @description When the user was enrolled, in epoch milliseconds.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description When the user was last changed, in epoch milliseconds.
       * @example 1767225600000
       */
      updatedTs: number;
      /**
       * @description The client that enrolled the user.
       * @example portal
       */
      createdBy: string;
      /**
       * @description Of the newest verification that had one.
       * @example text
       */
      kycReferenceId: string | null;
      /** @description What `PUT …/status` takes now, and where each leads. */
      allowedVerbs: components['schemas']['AllowedVerb'][];
      /** @description The newest verification that has ended. */
      idv: components['schemas']['UserIdv'] | null;
      /**
       * @description Set where an operator has changed the e-mail address or mobile number: until then operators need a second one to have an activation code sent. In epoch milliseconds.
       * @example 1767225600000
       */
      codesHeldUntilTs: number | null;
    };
    UserIdv: {
      /** @example VERIFIED */
      status: string;
      /**
       * @description In epoch milliseconds.
       * @example 1767225600000
       */
      finishedTs: number | null;
    };
    UserList: {
      users: components['schemas']['User'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
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
    /** @enum {string} */
    UserStatus: 'ONBOARDING' | 'CREATED' | 'ACTIVE' | 'RESET' | 'INACTIVE' | 'BLOCKED' | 'PAUSED' | 'DELETED';
    /**
     * @description Of a BLOCKED user: the `enterprise`, or wrong `attempts`.
     * @enum {string}
     */
    UserStatusChanger: 'enterprise' | 'user' | 'attempts' | 'time';
    /**
     * @description Missing for it: a verification that ended VERIFIED.
     * @enum {string}
     */
    UserStatusNeed: 'idvVerified';
    /** @enum {string} */
    UserStatusVerb: 'CREATED' | 'BLOCKED' | 'UNBLOCK' | 'PAUSED' | 'UNPAUSE' | 'RESET' | 'DELETED';
    WaitsForSecond: {
      /**
       * Format: uuid
       * @description The request: `GET /v1/fourEyes/{id}`.
       * @example 01890a5d-ac96-774b-bcce-b302099a8057
       */
      id: string;
      /**
       * @description Nobody can agree any more then.
       * @example 1767225600000
       */
      fallsTs: number;
    };
    WebhookAttempt: {
      /**
       * Format: date-time
       * @description When it began.
       * @example 2026-01-31T09:30:00.000Z
       */
      at: string;
      /**
       * @description How long it took, in milliseconds.
       * @example 148
       */
      ms: number;
      /**
       * @description Of the answer, if there was one.
       * @example 503
       */
      status: number | null;
      /**
       * @description `null` for a success. `status`: the answer was no 2xx. There was none for `refused` (the address is not public), `unreachable` (no connection, or it broke), `timeout` (15 s), `too-large` (more than 64 KiB). And there was no try for `disabled` (the endpoint was) and `expired` (it had waited for 30 hours).
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
       * @description What `webhook-id` says, in every try.
       * @example 019c1380-09f8-7b62-93d4-7e5a1c0b8d33
       */
      webhookId: string;
      /**
       * @description Or `callback`, or `webhook.test`.
       * @example user.status_changed
       */
      type: string;
      /** @example waiting */
      status: components['schemas']['WebhookDeliveryStatus'];
      /**
       * Format: uuid
       * @description The notification, the session of an identity verification or the device that it tells of.
       * @example 019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14
       */
      about: string | null;
      /**
       * @description The user that it tells of; `null` once erased.
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
       * @description When the next try is due; it may be later while the endpoint fails. `null` when there will be none, or it is being made.
       * @example 2026-01-31T09:30:00.000Z
       */
      nextAttemptAt: string | null;
      /** @description The last tries, the oldest first. */
      attempts: components['schemas']['WebhookAttempt'][];
    };
    /**
     * @description `null` for a success. `status`: the answer was no 2xx. There was none for `refused` (the address is not public), `unreachable` (no connection, or it broke), `timeout` (15 s), `too-large` (more than 64 KiB). And there was no try for `disabled` (the endpoint was) and `expired` (it had waited for 30 hours).
     * @enum {string}
     */
    WebhookDeliveryError: 'status' | 'refused' | 'unreachable' | 'timeout' | 'too-large' | 'disabled' | 'expired';
    WebhookDeliveryList: {
      deliveries: components['schemas']['WebhookDelivery'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    /** @enum {string} */
    WebhookDeliveryStatus: 'waiting' | 'delivered' | 'failed';
    /**
     * @description Who disabled it: you (`enterprise`), the `receiver` by answering 410, or we after 5 days of nothing but `failures`. `null` while it is enabled.
     * @enum {string}
     */
    WebhookDisabledBy: 'enterprise' | 'receiver' | 'failures';
    WebhookEndpoint: {
      /**
       * Format: uuid
       * @example 019c137f-5940-7c35-8d70-4f7cc1d3b2a6
       */
      endpointId: string;
      /**
       * Format: uri
       * @description Where we call, by `https`, at a public address. While developing, `http` on this machine will do. Neither credentials nor a fragment.
       * @example https://bank.example/webhooks/countersign
       */
      url: string;
      /**
       * @description Of which it is told; the section *Webhooks* of this document shows each. None: of callbacks only, of notifications that name an address of its origin.
       * @example [
       *       "user.status_changed"
       *     ]
       */
      eventTypes: components['schemas']['WebhookEventType'][];
      /**
       * @description A disabled endpoint is told of nothing that happens meanwhile.
       * @example true
       */
      enabled: boolean;
      /**
       * @description Who disabled it: you (`enterprise`), the `receiver` by answering 410, or we after 5 days of nothing but `failures`. `null` while it is enabled.
       * @example null
       */
      disabledBy: components['schemas']['WebhookDisabledBy'] | null;
      /**
       * @description Since when every try has failed, in epoch milliseconds; `null` when the last one succeeded.
       * @example null
       */
      failingSinceTs: number | null;
      /**
       * @description In epoch milliseconds.
       * @example 1767225600000
       */
      createdTs: number;
      /**
       * @description In epoch milliseconds.
       * @example 1767225600000
       */
      updatedTs: number;
    };
    WebhookEndpointList: {
      webhookEndpoints: components['schemas']['WebhookEndpoint'][];
      /** @description Give it as `cursor` to read on. `null`: that was all. */
      next: string | null;
    };
    /**
     * @description More may come.
     * @enum {string}
     */
    WebhookEventType:
      | 'device.registered'
      | 'idv.evidence_removed'
      | 'idv.finished'
      | 'idv.review_required'
      | 'notification.closed'
      | 'notification.fraud_reported'
      | 'operators.unusual_reading'
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
export type Activity = components['schemas']['Activity'];
export type ActivityKind = components['schemas']['ActivityKind'];
export type ActivityList = components['schemas']['ActivityList'];
export type AllowedExport = components['schemas']['AllowedExport'];
export type AllowedVerb = components['schemas']['AllowedVerb'];
export type AnsweredWebhookAttempt = components['schemas']['AnsweredWebhookAttempt'];
export type ApplicationType = components['schemas']['ApplicationType'];
export type Attention = components['schemas']['Attention'];
export type AuditActor = components['schemas']['AuditActor'];
export type AuditActorKind = components['schemas']['AuditActorKind'];
export type AuditChain = components['schemas']['AuditChain'];
export type AuditCheckpoint = components['schemas']['AuditCheckpoint'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type AuditEventDetails = components['schemas']['AuditEventDetails'];
export type AuditEventList = components['schemas']['AuditEventList'];
export type AuditLink = components['schemas']['AuditLink'];
export type AuditOutcome = components['schemas']['AuditOutcome'];
export type Branding = components['schemas']['Branding'];
export type CertificateUse = components['schemas']['CertificateUse'];
export type ChangeClient = components['schemas']['ChangeClient'];
export type ChangeDevice = components['schemas']['ChangeDevice'];
export type ChangeEnterprise = components['schemas']['ChangeEnterprise'];
export type ChangeNotificationTemplate = components['schemas']['ChangeNotificationTemplate'];
export type ChangeOperator = components['schemas']['ChangeOperator'];
export type ChangeUser = components['schemas']['ChangeUser'];
export type ChangeWebhookEndpoint = components['schemas']['ChangeWebhookEndpoint'];
export type Client = components['schemas']['Client'];
export type ClientAuthMethod = components['schemas']['ClientAuthMethod'];
export type ClientList = components['schemas']['ClientList'];
export type ClientRefusal = components['schemas']['ClientRefusal'];
export type ClientRefusals = components['schemas']['ClientRefusals'];
export type ClientSecret = components['schemas']['ClientSecret'];
export type ClientWithSecret = components['schemas']['ClientWithSecret'];
export type CreateClient = components['schemas']['CreateClient'];
export type CreateEnterprise = components['schemas']['CreateEnterprise'];
export type CreateIdvWebToken = components['schemas']['CreateIdvWebToken'];
export type CreateNotification = components['schemas']['CreateNotification'];
export type CreateNotificationTemplate = components['schemas']['CreateNotificationTemplate'];
export type CreateUser = components['schemas']['CreateUser'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type CreatedNotification = components['schemas']['CreatedNotification'];
export type DataSide = components['schemas']['DataSide'];
export type DecideIdvReview = components['schemas']['DecideIdvReview'];
export type DecidedIdvReview = components['schemas']['DecidedIdvReview'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type Device = components['schemas']['Device'];
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
export type IdTokenAlgorithm = components['schemas']['IdTokenAlgorithm'];
export type IdvAttempts = components['schemas']['IdvAttempts'];
export type IdvCheckDigit = components['schemas']['IdvCheckDigit'];
export type IdvCheckState = components['schemas']['IdvCheckState'];
export type IdvChecks = components['schemas']['IdvChecks'];
export type IdvClaimedReviews = components['schemas']['IdvClaimedReviews'];
export type IdvDocument = components['schemas']['IdvDocument'];
export type IdvDocumentType = components['schemas']['IdvDocumentType'];
export type IdvField = components['schemas']['IdvField'];
export type IdvFieldName = components['schemas']['IdvFieldName'];
export type IdvFieldSource = components['schemas']['IdvFieldSource'];
export type IdvFindings = components['schemas']['IdvFindings'];
export type IdvKycState = components['schemas']['IdvKycState'];
export type IdvOverdueReviews = components['schemas']['IdvOverdueReviews'];
export type IdvPrinted = components['schemas']['IdvPrinted'];
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
export type MyEnterprise = components['schemas']['MyEnterprise'];
export type MySession = components['schemas']['MySession'];
export type MySessionList = components['schemas']['MySessionList'];
export type MyTimes = components['schemas']['MyTimes'];
export type Need = components['schemas']['Need'];
export type NewAllowedExport = components['schemas']['NewAllowedExport'];
export type NewClientSecret = components['schemas']['NewClientSecret'];
export type NewKey = components['schemas']['NewKey'];
export type NewOperator = components['schemas']['NewOperator'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type NewWebhookSecret = components['schemas']['NewWebhookSecret'];
export type Notification = components['schemas']['Notification'];
export type NotificationAction = components['schemas']['NotificationAction'];
export type NotificationBody = components['schemas']['NotificationBody'];
export type NotificationDetails = components['schemas']['NotificationDetails'];
export type NotificationEvent = components['schemas']['NotificationEvent'];
export type NotificationEventKind = components['schemas']['NotificationEventKind'];
export type NotificationEvents = components['schemas']['NotificationEvents'];
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
export type PreviewNotificationTemplate = components['schemas']['PreviewNotificationTemplate'];
export type Problem = components['schemas']['Problem'];
export type ProblemField = components['schemas']['ProblemField'];
export type PushMessage = components['schemas']['PushMessage'];
export type PushOutcome = components['schemas']['PushOutcome'];
export type QuietHours = components['schemas']['QuietHours'];
export type RateLimit = components['schemas']['RateLimit'];
export type Refusal = components['schemas']['Refusal'];
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
export type SecurityProfile = components['schemas']['SecurityProfile'];
export type Severity = components['schemas']['Severity'];
export type ShownKyc = components['schemas']['ShownKyc'];
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
export type UpdateStatus = components['schemas']['UpdateStatus'];
export type UsedNotificationTemplate = components['schemas']['UsedNotificationTemplate'];
export type User = components['schemas']['User'];
export type UserApplication = components['schemas']['UserApplication'];
export type UserApplications = components['schemas']['UserApplications'];
export type UserBatch = components['schemas']['UserBatch'];
export type UserBatchAnswer = components['schemas']['UserBatchAnswer'];
export type UserBatchResult = components['schemas']['UserBatchResult'];
export type UserCredentials = components['schemas']['UserCredentials'];
export type UserDetails = components['schemas']['UserDetails'];
export type UserIdv = components['schemas']['UserIdv'];
export type UserList = components['schemas']['UserList'];
export type UserOrder = components['schemas']['UserOrder'];
export type UserPasskey = components['schemas']['UserPasskey'];
export type UserPassword = components['schemas']['UserPassword'];
export type UserStatus = components['schemas']['UserStatus'];
export type UserStatusChanger = components['schemas']['UserStatusChanger'];
export type UserStatusNeed = components['schemas']['UserStatusNeed'];
export type UserStatusVerb = components['schemas']['UserStatusVerb'];
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
  Figures_attention: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only what was then or later. Such as `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description Only what was before. Such as `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only what is about the user with this `userId`. Such as `jane.doe`. */
        subject?: string;
        /** @description Only events of this kind, or of all kinds that begin so: `idv.*`. Give it several times for several. Such as `users.user-status-changed`. */
        kind?: string[];
        /** @description Only what was done by this client, by the user with this `userId`, or by this operator. Such as `jane.doe`. */
        actor?: string;
        /** @description Only what was done by these. */
        actorKind?: components['schemas']['AuditActorKind'];
        outcome?: components['schemas']['AuditOutcome'];
        /** @description Only what came from this address. Such as `203.0.113.7`. */
        address?: string;
        /** @description Only what this call has done. Such as `req-20260131-0001`. */
        requestId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list, or all of it as a file. */
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
  Clients_list: {
    parameters: {
      query?: {
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only clients in whose name it stands, in any case, and the one with this `clientId`. Such as `banking`. */
        q?: string;
        /** @description Only clients that hold this scope. */
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
      /** @description The changed client. The answer contains a new secret if the new `authMethod` needs one. */
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description `parked`: failed too often, and waits for somebody to decide. */
        state?: components['schemas']['WorkState'];
        /** @description Only events of this type. Such as `users.user-onboarded.v1`. */
        type?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
      /** @description It is gone. */
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
      /** @description It is due now. */
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
        /** @description From then on. Without it, the 30 days before the end. Such as `2026-06-01T00:00:00.000Z`. */
        from?: string;
        /** @description Until before then. Without it, now. Such as `2036-06-30T00:00:00.000Z`. */
        to?: string;
        /** @description What one point stands for. In hours at most 32 days are told, in days and weeks 800. */
        step?: components['schemas']['FigureStep'];
        /** @description One of those that the list names. Such as `outcome`. */
        by?: string;
        /** @description Where days and weeks begin at midnight: a name of the IANA data base. Such as `Europe/Berlin`. */
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only those in this state; `closed` stands for all that wait no more. */
        state?: components['schemas']['FourEyesStates'];
        /** @description Only what oneself has asked for, or only what others have. */
        askedBy?: components['schemas']['FourEyesAskedBy'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only those of this user. Such as `jane.doe`. */
        userId?: string;
        /** @description Only reviews with this doubt. */
        reason?: components['schemas']['IdvReason'];
        /** @description `only`: reviews that have waited for 14 days or longer. `none`: all other reviews. */
        overdue?: components['schemas']['IdvOverdueReviews'];
        /** @description `none`: reviews that nobody has claimed. `mine`: reviews that the caller has claimed. */
        claimed?: components['schemas']['IdvClaimedReviews'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only sessions with this status. */
        status?: components['schemas']['IdvStatus'];
        /** @description Only sessions of this user. Such as `jane.doe`. */
        userId?: string;
        /** @description Only sessions that this client created. Such as `portal`. */
        clientId?: string;
        /** @description Only sessions that have this code in `reasons`. */
        reason?: components['schemas']['IdvReason'];
        /** @description Only sessions that have this code in `doubts`. */
        doubt?: components['schemas']['IdvReason'];
        documentType?: components['schemas']['IdvDocumentType'];
        /** @description Only sessions with a document of this issuing state. Such as `UTO`. */
        documentCountry?: string;
        /** @description Only sessions created at this time or later. Such as `2026-01-01T00:00:00.000Z`. */
        openedFrom?: string;
        /** @description Only sessions created before this time. Such as `2036-01-01T00:00:00.000Z`. */
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
      /** @description A page of the list, or all of it as a file. */
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
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
      /** @description No evidence is stored any more. */
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only what was then or later. Such as `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description Only what was before. Such as `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only sessions of this user. Such as `jane.doe`. */
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
  Jobs_list: {
    parameters: {
      query?: {
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description `parked`: failed too often, and waits for somebody to decide. */
        state?: components['schemas']['WorkState'];
        /** @description Only jobs of this kind. Such as `users/send-activation-mail`. */
        kind?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
      /** @description It is gone. */
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
      /** @description It is due now. */
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
  Me_sessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description An earlier version. Without it: the newest. Such as `2`. */
        version?: number;
      };
      header?: never;
      path: {
        /** @description Your own id of the template. */
        templateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description Your own id of the template. */
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
        /** @description Your own id of the template. */
        templateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Nothing can be made of it any more. */
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
        /** @description Your own id of the template. */
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description Your own id of the template. */
        templateId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only what was then or later. Such as `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description Only what was before. Such as `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only these. Give it several times for several. */
        status?: components['schemas']['NotificationStatus'][];
        /** @description Only those of this user. Such as `jane.doe`. */
        user_id?: string;
        /** @description Only the one with this id. Such as `payment-4711`. */
        msg_id?: string;
        /** @description Only those with this answer. Such as `accept`. */
        action_response?: string;
        /** @description Only those that this device has answered. Such as `0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77`. */
        device_id?: string;
        /** @description Only those with texts of this template. Such as `payment`. */
        template_id?: string;
        /** @description Only those. One call reads 2,000 notifications at most, as for `text`. */
        delivery_status?: components['schemas']['DeliveryStatus'];
        /** @description Only those whose subject or message, in any language, have all these words or parts of words, whatever their case and accents. One call reads 2,000 notifications at most: a page may be short or empty though `next` leads on. Such as `transfer`. */
        text?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list, or all of it as a file. */
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
      /** @description An earlier request had created it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedNotification'];
        };
      };
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
        /** @description An id, or how a name begins. A UUID is looked for as the id of anything, and as a request id; 16 or 32 hexadecimal digits as a request id; anything else as `msg_id`, user id, login id, name, e-mail address, telephone number and name of a client. Such as `order-2026-000123`. */
        q: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
  System_get: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description Only users in this status. DELETED ones are listed only so. */
        status?: components['schemas']['UserStatus'];
        /** @description Only users of this primary group. Such as `text`. */
        group?: string;
        /** @description Only users whose user id, login id, e-mail address, first name, last name or phone number begins with this, whose phone number ends with it (3 digits at least), or in whose user id or login id it stands (3 characters at least). Case-insensitive. Such as `text`. */
        q?: string;
        /** @description Only users enrolled then or later. The newest come first; not with `q`. Such as `2026-01-01T00:00:00.000Z`. */
        createdFrom?: string;
        /** @description Only users enrolled before. The newest come first; not with `q`. Such as `2036-01-01T00:00:00.000Z`. */
        createdTo?: string;
        /** @description Only users whose newest verification ended so. The newest come first; not with `q`. Such as `VERIFIED`. */
        idvStatus?: string;
        /** @description `userId`, or `-createdTs`: the newest first. A search by `q` has an order of its own. */
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
      /** @description The file, in the format that was asked for. */
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only users in this status. DELETED ones are listed only so. */
        status?: components['schemas']['UserStatus'];
        /** @description Only users of this primary group. Such as `text`. */
        group?: string;
        /** @description Only users whose user id, login id, e-mail address, first name, last name or phone number begins with this, whose phone number ends with it (3 digits at least), or in whose user id or login id it stands (3 characters at least). Case-insensitive. Such as `text`. */
        q?: string;
        /** @description Only users enrolled then or later. The newest come first; not with `q`. Such as `2026-01-01T00:00:00.000Z`. */
        createdFrom?: string;
        /** @description Only users enrolled before. The newest come first; not with `q`. Such as `2036-01-01T00:00:00.000Z`. */
        createdTo?: string;
        /** @description Only users whose newest verification ended so. The newest come first; not with `q`. Such as `VERIFIED`. */
        idvStatus?: string;
        /** @description `userId`, or `-createdTs`: the newest first. A search by `q` has an order of its own. */
        order?: components['schemas']['UserOrder'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the list, or all of it as a file. */
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
       * @description For operators whose role needs a second one here: nothing has happened yet. `Location` is the request.
       *
       *     The code is on its way. To an operator who needs a second one: nothing has happened yet, and `Location` is the request.
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
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
      /** @description Its signatures are refused from now on. */
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
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
  WebhookDeliveries_listAll: {
    parameters: {
      query?: {
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only what was then or later. Such as `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description Only what was before. Such as `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only those. Such as `failed`. */
        status?: 'waiting' | 'delivered' | 'failed';
        /** @description Only those of this type. Such as `user.status_changed`. */
        type?: string;
        /** @description Only those to this endpoint. Such as `019c137f-5940-7c35-8d70-4f7cc1d3b2a6`. */
        endpointId?: string;
        /** @description Only those that tell of this notification, session of an identity verification or device. Such as `019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14`. */
        about?: string;
        /** @description Only those that tell of this user. Such as `jane.doe`. */
        userId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
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
      /** @description Nothing more is delivered to it. The log of its deliveries goes with it. */
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
        /** @description At most so many. */
        limit?: number;
        /** @description The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it. */
        cursor?: string;
        /** @description Only what was then or later. Such as `2026-01-01T00:00:00.000Z`. */
        from?: string;
        /** @description Only what was before. Such as `2036-01-01T00:00:00.000Z`. */
        to?: string;
        /** @description Only those. Such as `failed`. */
        status?: 'waiting' | 'delivered' | 'failed';
        /** @description Only those of this type. Such as `user.status_changed`. */
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
           * @description When it happened.
           */
          timestamp: string;
          data: {
            userId: string;
            /** Format: uuid */
            deviceId: string;
            name: string;
            platform: components['schemas']['DevicePlatform'];
            /** @description Milliseconds since 1970. */
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
           * @description When it happened.
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
           * @description When it happened.
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
           * @description When it happened.
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
           * @description When it happened.
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
           * @description When it happened.
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
           * @description When it happened.
           */
          timestamp: string;
          data: {
            /** Format: uuid */
            operatorId: string;
            name: string | null;
            /** @description So many different ones. The audit log has whom they looked at, and which lists they saw. */
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
           * @description When it happened.
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
