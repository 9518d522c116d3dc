import type { LostFactorWords } from './lost-factor.en.js';

export const lostFactor: LostFactorWords = {
  codes: 'Ersatzcodes',
  codesLead: 'Wenn Sie Ihren zweiten Faktor verlieren, lässt einer davon Sie ein. Jeder gilt einmal.',
  codesMake: 'Ersatzcodes erstellen',
  codesRenew: 'Neue erstellen',
  codesLeft: '{count} von 10 übrig.',
  codesOnce: 'Drucken Sie diese Codes, oder speichern Sie sie im Passwortmanager. Wir zeigen sie nur jetzt.',
  codesMade: 'Ihre Ersatzcodes wurden erstellt.',
  codesUse: 'Ich habe einen Ersatzcode',
  codesCode: 'Ersatzcode',
  codesTold: 'Sie werden benachrichtigt und haben 15 Minuten, um einen neuen zweiten Schritt einzurichten.',
  codesWrong: 'Dieser Code ist falsch oder wurde schon benutzt. Geben Sie einen anderen ein.',
  lost: 'Ich kann nichts davon nutzen',
  lostTitle: 'Zweiter Schritt verloren?',
  lostIdentity: 'Ich habe Pass oder Ausweis',
  lostIdentityText:
    'Wir prüfen in etwa 3 Minuten, wer Sie sind. Danach warten Sie {time}, damit niemand dies in Ihrem Namen tut.',
  lostNone: 'Sie haben nichts davon? Fragen Sie {brand}: Dort wird geprüft, wer Sie sind.',
  lostBack: 'Zurück zum zweiten Schritt',
  lostChecking: 'Die Prüfung ist nicht fertig. Haben Sie abgebrochen? Dann beginnen Sie neu.',
  lostRefused: 'Die Prüfung hat nicht ergeben, dass Sie es sind. Nichts hat sich geändert.',
  lostElsewhere:
    'Jemand, der Ihr Passwort kennt, ersetzt gerade Ihren zweiten Schritt in einem anderen Browser. Sind Sie das nicht? Dann halten Sie es auf und ändern Sie Ihr Passwort.',
  lostTooMany: 'Sie haben dies dreimal begonnen. Versuchen Sie es morgen wieder.',
  lostNotNow: 'Das geht jetzt nicht. Ihr zweiter Schritt bleibt, wie er ist.',
  lostStop: 'Aufhalten',
  lostStopped: 'Es ist beendet. Ihr zweiter Schritt bleibt, wie er ist.',
  lostReadyTitle: 'Neuen zweiten Schritt wählen',
  lostReady:
    'Die Wartezeit ist um. Was Sie jetzt wählen, ersetzt jeden zweiten Schritt von vorher, auch Ihre Handys, und meldet Sie überall sonst ab.',
  factorWaitTitle: 'Wartezeit',
  waitLead:
    'Ihre Identität ist geprüft. Wir haben allen Ihren Geräten und Ihrer Mailadresse Bescheid gesagt, falls jemand dies in Ihrem Namen tut.',
  waitUntil: 'Ab {date} geht es weiter.',
  waitBrowser: 'Melden Sie sich dann in diesem Browser wieder an. Bis dahin können Sie ihn schließen.',
  waitHelp: 'Eilt es? Nur {brand} kann Sie früher einlassen.',
  replacedFrom:
    'Jemand, der Ihr Passwort kennt, ersetzt Ihren zweiten Schritt. Es gilt ab {date}. Sind Sie das nicht? Dann halten Sie es auf und ändern Sie Ihr Passwort.',
  replacedStop: 'Aufhalten, das war ich nicht',
  replaceStop: 'Ersatz aufhalten',
  replaceStopLead: 'Geben Sie Ihren Namen und den Code aus der Mail ein. Ihr zweiter Schritt bleibt dann, wie er ist.',
  replaceStopNow: 'Aufhalten',
  replaceStopWrong:
    'Prüfen Sie Name und Code und versuchen Sie es noch einmal. Der Code gilt, bis der neue zweite Schritt gewählt ist.',
  replaceStopped: 'Der Ersatz ist beendet',
  replaceStoppedText: 'Ihr zweiter Schritt bleibt, wie er ist. Jemand kennt Ihr Passwort: Ändern Sie es jetzt.',
};
