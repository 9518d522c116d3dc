import type { Words } from '../words.js';

export const fourEyes: Words['fourEyes'] = {
  about: 'Anträge Ihrer Kollegen, denen Sie zustimmen müssen.',
  missing: 'Diesen Antrag gibt es nicht',
  tabs: [
    ['waiting', 'Wartet auf Sie'],
    ['mine', 'Ihre Anträge'],
    ['done', 'Entschieden'],
  ],
  none: 'Keine offenen Anträge',
  noneText: 'Anträge, die eine zweite Person brauchen, erscheinen hier einen Tag lang.',
  noneMine: 'Sie haben keine Anträge',
  noneMineText:
    'Ihre Anträge, die eine zweite Person brauchen, erscheinen hier: eine Zurücksetzung, eine Löschung, ein Export, Nachweise, ein Client, ein Secret.',
  noneDone: 'Keine Entscheidungen in letzter Zeit',
  noneDoneText: 'Entscheidungen bleiben 30 Tage lang hier und dauerhaft im Audit-Log.',
  what: 'Was',
  state: 'Zustand',
  askedBy: 'Beantragt von',
  when: 'Wann',
  falls: 'Läuft ab',
  decidedBy: 'Entschieden von',
  nobody: 'niemandem',
  concerns: 'Betrifft',
  why: 'Begründung',
  whyRefused: 'Grund der Ablehnung',
  call: 'Aufruf',
  follows: 'Was dann geschieht',
  asked: 'Was beantragt wurde',
  look: 'Ansehen',
  somebody: 'Ein früherer Operator',
  filters: (text) => (text === '' ? 'alle Personen' : `Personen nach ${text}`),
  own: 'Das ist Ihr eigener Antrag. Ein anderer Operator muss zustimmen.',
  notYours: 'Ein Operator mit derselben Berechtigung muss zustimmen.',
  tooClose:
    'Ein anderer Operator muss zustimmen: Sie und der Antragsteller haben dieselbe E-Mail-Adresse, oder einer von Ihnen wurde erst kürzlich eingeladen.',
  results: {
    agreed:
      'Ein Kollege hat zugestimmt. Der Dienst arbeitet daran und versucht es bei einem Fehler jede Minute erneut.',
    done: 'Es wurde ausgeführt.',
    failed: (why) => `Es konnte nicht ausgeführt werden: ${why}.`,
    refused: 'Der Antrag wurde abgelehnt. Nichts ist geschehen.',
    askerOut: 'Der Antragsteller hat die Berechtigung nicht mehr. Der Antrag wurde abgelehnt. Nichts ist geschehen.',
    takenBack: 'Der Antrag wurde zurückgezogen. Nichts ist geschehen.',
    fallen: 'Der Antrag ist nach einem Tag ohne Entscheidung abgelaufen. Nichts ist geschehen.',
  },
  agree: {
    do: 'Zustimmen',
    title: 'Diesem Antrag zustimmen?',
    text: 'Er wird sofort ausgeführt. Das Audit-Log hält beide Namen fest. Sie bestätigen mit Ihrem Passkey.',
  },
  refuse: {
    do: 'Ablehnen',
    title: 'Diesen Antrag ablehnen?',
    text: 'Nichts geschieht, und Ihr Kollege sieht den Grund.',
  },
  takeBack: { do: 'Zurückziehen', title: 'Diesen Antrag zurückziehen?', text: 'Dann geschieht nichts.' },
  answer: {
    do: 'Ergebnis speichern',
    until: 'Verfügbar bis',
    noted: 'Das Audit-Log hält jeden Download fest. Sie bestätigen mit Ihrem Passkey.',
  },
  client: {
    changes: 'Der Client nach der Änderung',
    fields: {
      clientName: 'Name',
      firstParty: 'Eigene Anwendung, ohne Einwilligung',
      scopes: 'Scopes',
      grantTypes: 'Grant Types',
      redirectUris: 'Redirect-Adressen',
      postLogoutRedirectUris: 'Nach der Abmeldung',
      authMethod: 'Weist sich aus mit',
      allowedOrigins: 'Origins',
      allowedCallers: 'Aufrufer',
      errorUrl: 'Fehlerseite',
      backchannelLogoutUri: 'Erfährt von Abmeldungen unter',
      kyc: 'KYC-Endpunkt',
      idv: 'Regeln für Verifizierungen',
    },
    becomes: 'wird zu',
    none: 'nichts',
    yes: 'ja',
    no: 'nein',
    newHosts: (hosts) => `Neu für dieses Unternehmen: ${hosts}.`,
    newHostsText:
      'Kein anderer Client benutzt diese Adresse. Ihr Inhaber könnte lesen, was Kunden freigeben, und in ihrem Namen antworten. Klären Sie zuerst, wem sie gehört.',
  },
  list: {
    do: 'Liste speichern',
    noted: 'Sie können sie einmal speichern. Das Audit-Log hält es fest. Sie bestätigen mit Ihrem Passkey.',
  },
  calls: {
    RESET: {
      title: (id) => `${id} zurücksetzen`,
      then: 'Passwort, Passkeys und Geräte gelten nicht mehr. Ein neuer Aktivierungscode wird gesendet.',
    },
    DELETED: {
      title: (id) => `${id} löschen`,
      then: 'Das Konto endet. Persönliche Daten werden nach der Aufbewahrungsfrist des Unternehmens gelöscht.',
    },
    'POST /v1/users/:userId/activationCode': {
      title: (id) => `${id} einen Aktivierungscode senden`,
      then: 'Ein Operator hat E-Mail-Adresse oder Telefonnummer vor weniger als einem Tag geändert. Der Code geht dorthin. Wer ihn liest, kann sich als diese Person anmelden.',
    },
    'POST /v1/users/:userId/export': {
      title: (id) => `Alle Daten über ${id} exportieren`,
      then: 'Der Antragsteller kann die Datei einen Tag lang speichern.',
    },
    'POST /v1/userExports': {
      title: () => 'Eine Liste von mehr als 10.000 Personen exportieren',
      then: 'Der Antragsteller kann die Datei innerhalb eines Tages einmal speichern. Sie enthält höchstens 100.000 Personen, die dann zu den Filtern passen.',
    },
    people: {
      title: (people) => `${people} exportieren`,
      then: 'Der Antragsteller kann die Datei innerhalb eines Tages einmal speichern. Sie enthält diese Personen, wie sie dann sind.',
    },
    'POST /v1/userActions': {
      title: (people) => people,
      then: 'Der Dienst bearbeitet diese Personen eine nach der anderen. Der Antragsteller sieht, bei wem es fehlgeschlagen ist.',
    },
    'DELETE /v1/users/:userId/passkeys/:id': {
      title: (id) => `Letzten Passkey von ${id} entfernen`,
      then: 'Er ist der letzte zweite Faktor. Danach genügt ein Passwort, um sich als diese Person anzumelden.',
    },
    'DELETE /v1/users/:userId/totp': {
      title: (id) => `Authenticator-App von ${id} entfernen`,
      then: 'Sie ist der letzte zweite Faktor. Danach genügt ein Passwort, um sich als diese Person anzumelden.',
    },
    'PATCH /v1/users/:userId/devices/:deviceId': {
      title: (id) => `Einziges Telefon von ${id} sperren`,
      then: 'Es ist der letzte zweite Faktor. Danach genügt ein Passwort, um sich als diese Person anzumelden.',
    },
    'DELETE /v1/users/:userId/devices/:deviceId': {
      title: (id) => `Einziges Telefon von ${id} entfernen`,
      then: 'Es ist der letzte zweite Faktor. Danach genügt ein Passwort, um sich als diese Person anzumelden.',
    },
    'POST /v1/apis': {
      title: (name) => `API ${name} erstellen`,
      then: 'Clients können ihre Scopes erhalten. Deren Tokens enthalten dann diese Claims.',
    },
    'PATCH /v1/apis/:id': {
      title: (id) => `API ${id} ändern`,
      then: 'Neue Tokens folgen diesen Regeln. Wird die API vor Ihrer Zustimmung geändert, geschieht nichts.',
    },
    'DELETE /v1/apis/:id': {
      title: (id) => `API ${id} löschen`,
      then: 'Programme erhalten keine Tokens mehr für sie.',
    },
    'POST /v1/initialAccessTokens': {
      title: (name) => `Registrierungstoken ${name} erstellen`,
      then: 'Sein Inhaber kann in diesen Grenzen Live-Clients registrieren. Der Antragsteller kann das Token einen Tag lang lesen.',
    },
    'PATCH /v1/enterprises/:enterpriseId': {
      title: (id) => `Unternehmen ${id} ändern`,
      then: 'Die neuen Regeln gelten ab der nächsten Anmeldung. Sie machen Anmeldungen schwächer als heute.',
    },
    'DELETE /v1/idvSessions/:sessionId/evidence': {
      title: (id) => `Nachweise der Verifizierung ${id} entfernen`,
      then: 'Bilder, Dokumentdaten und Werte werden unlesbar. Status, Gründe und Zeiten bleiben.',
    },
    'POST /v1/clients': {
      title: (name) => `Client ${name} erstellen`,
      then: 'Das Programm kann all das allein tun. Der Antragsteller kann das Secret einen Tag lang lesen.',
    },
    'PATCH /v1/clients/:clientId': {
      title: (id) => `Client ${id} ändern`,
      then: 'Danach arbeitet der Client so. Wird er vor Ihrer Zustimmung geändert, geschieht nichts.',
    },
    'DELETE /v1/clients/:clientId': {
      title: (id) => `Client ${id} entfernen`,
      then: 'Seine Tokens gelten sofort nicht mehr, und seine Nutzer werden bei ihm abgemeldet.',
    },
    'POST /v1/clients/:clientId/secrets': {
      title: (id) => `Secret von ${id} ersetzen`,
      then: 'Der Antragsteller kann das neue Secret einen Tag lang lesen und damit als dieser Client handeln. Ohne Übergangszeit gilt das alte Secret sofort nicht mehr.',
    },
    'POST /v1/webhookEndpoints': {
      title: (url) => `Webhooks an ${url} senden`,
      then: 'Der Inhaber dieser Adresse erfährt im Rahmen dieser Ereignisarten alles, was mit Personen geschieht.',
    },
    'PATCH /v1/webhookEndpoints/:endpointId': {
      title: (id) => `Webhook-Endpunkt ${id} ändern`,
      then: 'Webhooks gehen danach an die Adresse des Antrags, mit dessen Ereignisarten.',
    },
    'POST /v1/webhookEndpoints/:endpointId/rotateSecret': {
      title: (id) => `Secret des Webhook-Endpunkts ${id} ersetzen`,
      then: 'Der Antragsteller kann das neue Secret einen Tag lang lesen. Er kann damit Nachrichten signieren, die Ihr Server annimmt.',
    },
    'POST /v1/keys/rotation': {
      title: () => 'Alle Schlüssel widerrufen, die Tokens signieren',
      then: 'Neue Schlüssel signieren sofort. Alle Tokens der alten Schlüssel gelten nicht mehr: Jedes Programm und jede Person muss sich neu anmelden.',
    },
    'POST /v1/operators': {
      title: () => 'Einen Owner aller Unternehmen einladen',
      then: 'Die Person bekommt eine E-Mail mit einem Link, um einen Passkey zu erstellen. Ein Owner darf fast alles.',
    },
    'PATCH /v1/operators/:operatorId': {
      title: () => 'Ändern, wer Owner aller Unternehmen ist',
      then: 'Die neuen Rollen oder der neue Zustand gelten ab dem nächsten Klick.',
    },
    'DELETE /v1/operators/:operatorId': {
      title: () => 'Einen Owner aller Unternehmen entfernen',
      then: 'Alle Sitzungen enden sofort. Die Daten der Person werden später gelöscht.',
    },
    'POST /v1/operators/:operatorId/invitation': {
      title: () => 'Einen Owner aller Unternehmen erneut einladen',
      then: 'Die bisherigen Passkeys und Sitzungen gelten nicht mehr. Wer die E-Mail liest, wird dieser Owner: Fragen Sie ihn vorher.',
    },
  },
};

export const rights: Words['rights'] = {
  remove: 'Eine Person',
  removeEvidence: 'Nachweise',
  secure: 'Clients, Webhooks und Schlüssel',
  owners: 'Owner',
};
