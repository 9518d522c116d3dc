import type { ChipWords } from './words-en.js';

export const chipWords: ChipWords = {
  consentChip: 'die Daten und das Foto im Chip Ihres Reisepasses, falls Sie ihn auslesen lassen',
  chipTitle: 'Den Chip mit der App lesen',
  chipLead: 'Ihr Telefon liest den Chip in Ihrem Reisepass. Diese Seite wartet darauf.',
  chipBoth: 'Dieselbe Zahl auf beiden Bildschirmen?',
  chipOther: 'Zeigt die App eine andere Zahl, brechen Sie ab.',
  chipNeedPassport: 'Halten Sie Ihren Reisepass bereit, ohne Hülle',
  chipNeedNfc: 'Schalten Sie NFC auf Ihrem Telefon ein',
  chipNeedTime: 'Es dauert etwa 20 Sekunden',
  chipOpen: '{app} öffnen',
  chipOnPhone: 'Mit dem Telefon fortfahren',
  chipWaiting: 'Wir warten auf die App. Hier geht es automatisch weiter.',
  chipReading: 'Die App liest den Chip. Hier geht es automatisch weiter.',
  chipOver: 'Der Code für die App ist abgelaufen.',
  chipNewCode: 'Neuen Code anfordern',
  chipHelp: 'Es funktioniert nicht',
  chipWithout: 'Ohne den Chip fortfahren',
  chipNone: 'Ich kann keinen Chip lesen: hier beenden',
  chipNoneHint:
    '{enterprise} nimmt nur Reisepässe an, deren Chip gelesen wurde. Es erfährt, dass Sie einen anderen Weg brauchen.',
  chipPageAgain: 'Die Seite noch einmal fotografieren',
  chipVirtualHint: 'Testmodus: Halten Sie einen virtuellen Reisepass an ein virtuelles Telefon.',
  chipVirtual: 'Echten Reisepass verwenden',
  chipCopy: 'Kopie seiner Daten verwenden',
  chipConfirmLead: 'Das steht in Ihrem Reisepass.',
  chipGenuine: 'Durch den Chip Ihres Passes nachgewiesen',
  chipGenuineText: 'Signiert von {state}. Der Chip hat gerade geantwortet, er ist also keine Kopie.',
  chipSigned: 'Aus dem Chip Ihres Passes gelesen',
  chipSignedText:
    'Signiert von {state}. Dieser Chip kann nicht beweisen, dass er keine Kopie ist. Die Prüfung Ihres Gesichts folgt.',
  chip_not_read:
    'Der Chip wurde nicht zu Ende gelesen. Halten Sie das Telefon ruhig auf den Reisepass. Das zählt nicht als Versuch.',
  chip_wrong_key:
    'Der Chip passt nicht zu der Seite, die Sie fotografiert haben. Verwenden Sie denselben Reisepass und fotografieren Sie die Seite noch einmal bei besserem Licht.',
  chip_not_verified: 'Die Daten im Chip konnten nicht geprüft werden. Lesen Sie den Chip noch einmal.',
  chip_issuer_unknown: 'Wir kennen die Behörde noch nicht, die diesen Reisepass signiert hat.',
  chip_without_proof: 'Dieser Chip kann nicht beweisen, dass er keine Kopie ist, und das wird hier verlangt.',
  chip_signature_weak: 'Die Signatur dieses Reisepasses ist zu alt, um angenommen zu werden.',
  chip_revocation_unknown: 'Es ist nicht bekannt, ob die Behörde die Signatur dieses Reisepasses widerrufen hat.',
  chip_not_genuine:
    'Der Chip hat falsch geantwortet. Wenn das Ihr Reisepass ist, fragen Sie die Behörde, die ihn ausgestellt hat.',
  document_revoked:
    'Die Behörde, die dieses Dokument ausgestellt hat, hat es für ungültig erklärt. Fragen Sie dort nach.',
  notGenuineTitle: 'Diesen Reisepass können wir nicht annehmen',
  chipNeededTitle: 'Sie brauchen einen anderen Weg',
  chip_needed:
    'Diese Prüfung braucht den Chip eines Reisepasses. {enterprise} erfährt, dass Sie einen anderen Weg brauchen. Gehen Sie zurück und fragen Sie danach.',
};
