import type { Words } from '../words.js';

export const registration: Words['clients']['registration'] = {
  title: 'Tokens zur Registrierung',
  about: 'Wer ein solches Token hat, kann Clients registrieren: so viele, wie es erlaubt, und in seinen Grenzen.',
  none: 'Noch kein Token',
  noneText:
    'Erstellen Sie ein Token für einen Partner, der Clients registriert. Die Einstellung CLIENT_REGISTRATION muss eingeschaltet sein.',
  name: 'Name',
  nameHint: 'Wofür das Token ist. Operatoren sehen es.',
  used: 'Clients',
  usedOf: (used, uses) => `${used} von ${uses}`,
  allows: 'Erlaubt',
  ends: 'Nutzbar bis',
  over: 'beendet',
  create: 'Neues Token',
  newTitle: 'Neues Token zur Registrierung',
  newText:
    'Setzen Sie enge Grenzen: Wer es hat, erstellt Clients ohne Sie. Die Clients bitten Personen um ihre Zustimmung.',
  uses: 'Wie viele Clients',
  days: 'Tage bis zum Ablauf',
  grantTypes: 'Wie die Clients Tokens erhalten dürfen',
  grants: {
    authorization_code: 'Personen anmelden',
    refresh_token: 'Tokens erneuern',
    client_credentials: 'Für sich selbst',
    'urn:ietf:params:oauth:grant-type:device_code': 'Auf einem Gerät ohne Browser',
  },
  origins: 'Wohin Personen zurückkehren dürfen',
  originsHint: 'Origins wie https://partner.example.com, eine pro Zeile. Leer: überallhin.',
  make: 'Erstellen',
  secretTitle: 'Das neue Token',
  secretText: (name) => `Geben Sie es dem Inhaber von „${name}“ so weiter wie ein Passwort.`,
  remove: 'Löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeText: 'Niemand kann damit mehr Clients registrieren. Clients, die damit erstellt wurden, bleiben.',
};
