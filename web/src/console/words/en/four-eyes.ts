interface What {
  readonly title: (id: string) => string;
  /** A sentence about the consequences of the call, for the operator who decides about it. */
  readonly then: string;
}

export const fourEyes = {
  about: 'Requests of your colleagues that need your agreement.',
  missing: 'There is no such request',
  tabs: [
    ['waiting', 'Waiting for you'],
    ['mine', 'You asked'],
    ['done', 'Decided'],
  ] as const,
  none: 'No open requests',
  noneText: 'Requests that need a second person appear here for a day.',
  noneMine: 'You have no requests',
  noneMineText:
    'Your requests that need a second person appear here: a reset, a deletion, an export, evidence, a client, a secret.',
  noneDone: 'No recent decisions',
  noneDoneText: 'Decisions stay here for 30 days, and in the audit log permanently.',
  what: 'What',
  state: 'State',
  askedBy: 'Asked by',
  when: 'When',
  falls: 'Expires',
  decidedBy: 'Decided by',
  nobody: 'nobody',
  concerns: 'Concerns',
  why: 'Why',
  whyRefused: 'Why not',
  call: 'Call',
  follows: 'What happens then',
  asked: 'What was asked for',
  look: 'View it',
  somebody: 'A former operator',
  filters: (text: string) => (text === '' ? 'all persons' : `persons by ${text}`),
  own: 'This is your own request. Another operator must agree.',
  notYours: 'An operator with the same permission must agree.',
  tooClose:
    'Another colleague must agree: you and the requester have the same e-mail address, or one of you was invited too recently.',
  results: {
    agreed: 'A colleague has agreed. The service is working on it, and tries again every minute if it fails.',
    done: 'It was done.',
    failed: (why: string) => `It could not be done: ${why}.`,
    refused: 'It was refused. Nothing has happened.',
    askerOut: 'The requester no longer has permission, so it was refused. Nothing has happened.',
    takenBack: 'It was taken back. Nothing has happened.',
    fallen: 'The request expired after a day without a decision. Nothing has happened.',
  },
  agree: {
    do: 'Agree',
    title: 'Agree to this?',
    text: 'It happens immediately. The audit log records both names. You confirm with your passkey.',
  },
  refuse: { do: 'Refuse', title: 'Refuse this?', text: 'Nothing happens, and your colleague sees why.' },
  takeBack: { do: 'Take it back', title: 'Take this back?', text: 'Nothing happens then.' },
  answer: {
    do: 'Save the result',
    until: 'Available until',
    noted: 'The audit log records each download. You confirm with your passkey.',
  },
  client: {
    changes: 'The client after the change',
    fields: {
      clientName: 'Name',
      firstParty: 'Own application, without consent',
      scopes: 'Scopes',
      grantTypes: 'Grant types',
      redirectUris: 'Redirect addresses',
      postLogoutRedirectUris: 'After sign-out',
      authMethod: 'Authenticates with',
      allowedOrigins: 'Origins',
      allowedCallers: 'Callers',
      errorUrl: 'Error page',
      backchannelLogoutUri: 'Notified of sign-outs at',
      kyc: 'KYC endpoint',
      idv: 'Its verification rules',
    } as Readonly<Record<string, string>>,
    becomes: 'becomes',
    none: 'none',
    yes: 'yes',
    no: 'no',
    newHosts: (hosts: string) => `New to this enterprise: ${hosts}.`,
    newHostsText:
      'No other client uses it. Its owner could read what customers agree to share, and answer in their name. First find out who owns it.',
  },
  list: {
    do: 'Save the list',
    noted: 'You can save it once. The audit log records it. You confirm with your passkey.',
  },
  calls: {
    RESET: {
      title: (id) => `Reset ${id}`,
      then: 'Password, passkeys and devices stop working, and a new activation code is sent.',
    },
    DELETED: {
      title: (id) => `Delete ${id}`,
      then: 'The account ends. Personal data is erased after the retention time of the enterprise.',
    },
    'POST /v1/users/:userId/activationCode': {
      title: (id) => `Send ${id} an activation code`,
      then: 'An operator changed the e-mail address or phone number less than a day ago. The code goes there, and its reader can sign in as this person.',
    },
    'POST /v1/users/:userId/export': {
      title: (id) => `Export all data about ${id}`,
      then: 'The requester can save the file for a day.',
    },
    'POST /v1/userExports': {
      title: () => 'Export a list of more than 10,000 persons',
      then: 'The requester can save the file once, within a day. It has at most 100,000 persons who match the filters at that time.',
    },
    people: {
      title: (people) => `Export ${people}`,
      then: 'The requester can save the file once, within a day. It contains these people as they are at that time.',
    },
    'POST /v1/userActions': {
      title: (people) => people,
      then: 'The service handles these people one by one. The requester sees for whom it failed.',
    },
    'DELETE /v1/users/:userId/passkeys/:id': {
      title: (id) => `Remove the last passkey of ${id}`,
      then: 'It is the last second factor. After that, a password is enough to sign in as this person.',
    },
    'DELETE /v1/users/:userId/totp': {
      title: (id) => `Remove the authenticator app of ${id}`,
      then: 'It is the last second factor. After that, a password is enough to sign in as this person.',
    },
    'PATCH /v1/users/:userId/devices/:deviceId': {
      title: (id) => `Block the only phone of ${id}`,
      then: 'It is the last second factor. After that, a password is enough to sign in as this person.',
    },
    'DELETE /v1/users/:userId/devices/:deviceId': {
      title: (id) => `Remove the only phone of ${id}`,
      then: 'It is the last second factor. After that, a password is enough to sign in as this person.',
    },
    'POST /v1/apis': {
      title: (name) => `Create the API ${name}`,
      then: 'Clients can be given its scopes. Their tokens then carry these claims.',
    },
    'PATCH /v1/apis/:id': {
      title: (id) => `Change the API ${id}`,
      then: 'Its new tokens follow these rules. If it is changed before you agree, nothing happens.',
    },
    'DELETE /v1/apis/:id': {
      title: (id) => `Delete the API ${id}`,
      then: 'Programs get no more tokens for it.',
    },
    'POST /v1/initialAccessTokens': {
      title: (name) => `Create the registration token ${name}`,
      then: 'Its owner can register live clients within these limits. The requester can read the token for a day.',
    },
    'PATCH /v1/enterprises/:enterpriseId': {
      title: (id) => `Change the enterprise ${id}`,
      then: 'The new rules apply to the next sign-in. They make sign-ins weaker than they are today.',
    },
    'DELETE /v1/idvSessions/:sessionId/evidence': {
      title: (id) => `Remove the evidence of the verification ${id}`,
      then: 'Pictures, document data and scores become unreadable. Status, reasons and times stay.',
    },
    'POST /v1/clients': {
      title: (name) => `Create the client ${name}`,
      then: 'The program can do all of this on its own. The requester can read its secret for a day.',
    },
    'PATCH /v1/clients/:clientId': {
      title: (id) => `Change the client ${id}`,
      then: 'The client works like this from then on. If it is changed before you agree, nothing happens.',
    },
    'DELETE /v1/clients/:clientId': {
      title: (id) => `Remove the client ${id}`,
      then: 'Its tokens stop working immediately, and its users are signed out of it.',
    },
    'POST /v1/clients/:clientId/secrets': {
      title: (id) => `Replace the secret of ${id}`,
      then: 'The requester can read the new secret for a day, and can act as this client with it. Without an overlap the old secret stops working immediately.',
    },
    'POST /v1/webhookEndpoints': {
      title: (url) => `Send webhooks to ${url}`,
      then: 'The owner of this address receives everything that happens to people, within these event types.',
    },
    'PATCH /v1/webhookEndpoints/:endpointId': {
      title: (id) => `Change the webhook endpoint ${id}`,
      then: 'Webhooks go to the address of the request, with its event types, from then on.',
    },
    'POST /v1/webhookEndpoints/:endpointId/rotateSecret': {
      title: (id) => `Replace the secret of the webhook endpoint ${id}`,
      then: 'The requester can read the new secret for a day. With it, they can sign messages that your server accepts.',
    },
    'POST /v1/keys/rotation': {
      title: () => 'Withdraw all keys that sign tokens',
      then: 'New keys sign immediately. All tokens of the old keys stop working: every program and person must sign in again.',
    },
    'POST /v1/operators': {
      title: () => 'Invite an owner of all enterprises',
      then: 'They get a mail with a link to create a passkey. An owner may do almost everything.',
    },
    'PATCH /v1/operators/:operatorId': {
      title: () => 'Change who is an owner of all enterprises',
      then: 'The new roles or state apply from the next click.',
    },
    'DELETE /v1/operators/:operatorId': {
      title: () => 'Remove an owner of all enterprises',
      then: 'All sessions end immediately, and the person is erased later.',
    },
    'POST /v1/operators/:operatorId/invitation': {
      title: () => 'Invite an owner of all enterprises again',
      then: 'The previous passkeys and sessions stop working. The reader of the mail becomes that owner: ask them first.',
    },
  } as Readonly<Record<string, What>>,
};

export const rights: Readonly<Record<string, string>> = {
  remove: 'A person',
  removeEvidence: 'Evidence',
  secure: 'Clients, webhooks and keys',
  owners: 'Owners',
};
