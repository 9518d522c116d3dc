interface What {
  readonly title: (id: string) => string;
  /** What follows from it. */
  readonly then: string;
}

export const fourEyes = {
  about: 'What a colleague has asked for, and what happens only if you agree.',
  missing: 'There is no such request',
  tabs: [
    ['waiting', 'Waits for you'],
    ['mine', 'You asked'],
    ['done', 'Decided'],
  ] as const,
  none: 'Nothing waits',
  noneText: 'When a colleague asks for something that needs two, it appears here for a day.',
  noneMine: 'You asked for nothing',
  noneMineText:
    'What you ask for that needs two appears here: a reset, a deletion, an export, evidence, a client, a secret.',
  noneDone: 'Nothing was decided lately',
  noneDoneText: 'What was decided stays here for 30 days, and in the audit log for good.',
  what: 'What',
  state: 'State',
  askedBy: 'Asked by',
  when: 'When',
  falls: 'Falls away',
  decidedBy: 'Decided by',
  nobody: 'nobody',
  concerns: 'Concerns',
  why: 'Why',
  whyRefused: 'Why not',
  call: 'Call',
  follows: 'What happens then',
  asked: 'What was asked for',
  look: 'Look at it',
  somebody: 'Somebody who has gone',
  filters: (text: string) => (text === '' ? 'all persons' : `persons by ${text}`),
  own: 'You asked for it yourself, so somebody else must agree.',
  notYours: 'Somebody with the same right must agree.',
  results: {
    agreed: 'A colleague has agreed. The service is doing it, and tries again every minute while it cannot.',
    done: 'It was done.',
    failed: (why: string) => `It could not be done: ${why}.`,
    refused: 'It was refused. Nothing has happened.',
    askerOut: 'The requester no longer has permission, so it was refused. Nothing has happened.',
    takenBack: 'It was taken back. Nothing has happened.',
    fallen: 'Nobody decided within a day. Nothing has happened.',
  },
  agree: {
    do: 'Agree',
    title: 'Agree to this?',
    text: 'It happens at once, and both names go to the audit log. Your passkey is asked for.',
  },
  refuse: { do: 'Refuse', title: 'Refuse this?', text: 'Nothing happens, and your colleague sees why.' },
  takeBack: { do: 'Take it back', title: 'Take this back?', text: 'Nothing happens then.' },
  answer: {
    do: 'Save what came of it',
    until: 'It goes',
    noted: 'Each time is noted in the audit log. Your passkey is asked for.',
  },
  client: {
    changes: 'What the client would be',
    fields: {
      clientName: 'Name',
      firstParty: 'Own application, without consent',
      scopes: 'Scopes',
      grantTypes: 'Grant types',
      redirectUris: 'Redirect addresses',
      postLogoutRedirectUris: 'After sign-out',
      authMethod: 'Proves itself by',
      allowedOrigins: 'Origins',
      allowedCallers: 'Callers',
      errorUrl: 'Error page',
      backchannelLogoutUri: 'Told of logouts at',
      kyc: 'KYC endpoint',
      idv: 'How it judges verifications',
    } as Readonly<Record<string, string>>,
    becomes: 'becomes',
    none: 'none',
    yes: 'yes',
    no: 'no',
    newHosts: (hosts: string) => `New to this enterprise: ${hosts}.`,
    newHostsText:
      'No other client uses it. Its owner could read what customers agree to share, and answer in their name. Find out whose it is first.',
  },
  list: {
    do: 'Save the list',
    noted: 'It can be saved once, and is noted in the audit log. Your passkey is asked for.',
  },
  calls: {
    RESET: {
      title: (id) => `Reset ${id}`,
      then: 'Password, passkeys and devices are void, and a new activation code is sent.',
    },
    DELETED: {
      title: (id) => `Delete ${id}`,
      then: 'The account ends. Personal data is erased after the time that the enterprise has set.',
    },
    'POST /v1/users/:userId/activationCode': {
      title: (id) => `Send ${id} an activation code`,
      then: 'An operator changed the e-mail address or phone number less than a day ago. The code goes there, and whoever reads it can sign in as this person.',
    },
    'POST /v1/users/:userId/export': {
      title: (id) => `Export all that is held about ${id}`,
      then: 'Who asked can save the file for a day.',
    },
    'POST /v1/userExports': {
      title: () => 'Export a list of more than 10,000 persons',
      then: 'Who asked can save the file once, within a day. It has at most 100,000 persons, as the filters find them then.',
    },
    'DELETE /v1/idvSessions/:sessionId/evidence': {
      title: (id) => `Remove the evidence of the verification ${id}`,
      then: 'Pictures, data of the document and scores can be read by nobody any more. Status, reasons and times stay.',
    },
    'POST /v1/clients': {
      title: (name) => `Create the client ${name}`,
      then: 'The program can do all of this without anybody else. Who asked reads its secret for a day.',
    },
    'PATCH /v1/clients/:clientId': {
      title: (id) => `Change the client ${id}`,
      then: 'The client works so from then on. If it is changed before you agree, nothing happens.',
    },
    'DELETE /v1/clients/:clientId': {
      title: (id) => `Remove the client ${id}`,
      then: 'Its tokens are void at once, and the people who use it are signed out of it.',
    },
    'POST /v1/clients/:clientId/secrets': {
      title: (id) => `Replace the secret of ${id}`,
      then: 'Who asked reads the new secret for a day, and can act as this client by it. Without an overlap the old one is void at once.',
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
      then: 'Who asked reads the new secret for a day. Whoever has it can sign what your server believes.',
    },
    'POST /v1/keys/rotation': {
      title: () => 'Withdraw all keys that sign tokens',
      then: 'New keys sign at once. Every token that the others have signed is void: all programs and people have to sign in again.',
    },
    'POST /v1/operators': {
      title: () => 'Invite an owner of all enterprises',
      then: 'A mail brings a link, behind which a passkey is made. An owner may do almost everything.',
    },
    'PATCH /v1/operators/:operatorId': {
      title: () => 'Change who is an owner of all enterprises',
      then: 'The roles, or the state, are those of the request from the next click on.',
    },
    'DELETE /v1/operators/:operatorId': {
      title: () => 'Remove an owner of all enterprises',
      then: 'All sessions end at once, and the person is erased later.',
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
