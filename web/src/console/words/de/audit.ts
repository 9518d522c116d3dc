import type { Words } from '../words.js';

export const audit: Words['audit'] = {
  about: 'Wer was mit wem getan hat, wann und von wo. Niemand kann es ändern, auch wir nicht.',
  search: 'ID von Operator, Client oder Nutzer, Adresse oder Trace-ID',
  what: 'Was',
  by: 'Von',
  subject: 'Betrifft',
  outcome: 'Ergebnis',
  from: 'Woher',
  when: 'Wann',
  time: 'Zeit',
  trace: 'Trace',
  comments: 'Begründung',
  done: 'erledigt',
  entry: 'Eintrag',
  number: (text) => `Eintrag ${text}`,
  notLinked: 'Noch nicht in der Kette',
  sameTrace: 'Alles, was dieser Aufruf getan hat',
  noneText: 'Das Log reicht bis zum ersten Tag zurück. Erweitern Sie den Zeitraum.',
  kinds: [
    ['users.*', 'Nutzer'],
    ['auth.*', 'Anmeldung'],
    ['idv.*', 'Verifizierungen'],
    ['notifications.*', 'Anfragen'],
    ['webhooks.*', 'Webhooks'],
    ['operators.*', 'Operatoren'],
    ['audit.*', 'Dieses Log'],
  ],
  actors: [
    ['operator', 'Operatoren'],
    ['client', 'Programme'],
    ['user', 'Nutzer'],
    ['system', 'Der Dienst'],
  ],
  outcomes: [
    ['done', 'Erledigt'],
    ['refused', 'Abgelehnt'],
  ],
  chain: (number) => `Die Kette reicht bis Eintrag ${number}.`,
  chainText: (unlinked) =>
    unlinked === 0
      ? 'Alle Einträge sind verkettet.'
      : unlinked === 1
        ? '1 neuer Eintrag wird gleich verkettet.'
        : `${unlinked} neue Einträge werden gleich verkettet.`,
  checkpoint: (at) => `Der letzte Prüfpunkt wurde signiert: ${at}.`,
  saveCheckpoint: 'Anderswo speichern',
};
