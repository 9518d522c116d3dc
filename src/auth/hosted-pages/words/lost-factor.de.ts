import type { LostFactorWords } from './lost-factor.en.js';

export const lostFactor: LostFactorWords = {
  codes: 'Ersatzcodes',
  codesLead:
    'Wenn Sie Ihren zweiten Faktor verlieren, kommen Sie mit einem davon wieder in Ihr Konto. Jeder gilt einmal.',
  codesMake: 'Ersatzcodes erstellen',
  codesRenew: 'Neue Codes erstellen',
  codesLeft: '{count} von 10 übrig.',
  codesOnce:
    'Drucken Sie diese Codes aus, oder speichern Sie sie im Passwortmanager. Wir können sie nicht noch einmal zeigen.',
  codesCopy: 'Alle kopieren',
  codesCopied: 'Kopiert.',
  codesNotCopied: 'Nicht kopiert. Kopieren Sie die markierten Codes selbst.',
  codesPrint: 'Drucken',
  codesSaved: 'Ich habe diese Codes gesichert',
  codesMustSave: 'Setzen Sie den Haken, sobald Sie die Codes gesichert haben.',
  codesMade: 'Hier sind Ihre neuen Ersatzcodes. Sichern Sie sie jetzt.',
  codesUse: 'Ich habe einen Ersatzcode',
  codesCode: 'Ersatzcode',
  codesTold:
    'Wir benachrichtigen Ihre Geräte und Ihre E-Mail-Adresse. Sie haben 15 Minuten, um einen neuen zweiten Schritt einzurichten.',
  codesWrong: 'Dieser Ersatzcode ist falsch oder wurde schon benutzt. Geben Sie einen anderen ein.',
  remember: 'Hier {days} Tage lang nicht mehr fragen',
  rememberHint: 'Nur, wenn dieses Gerät Ihnen gehört.',
  remembered: 'Gemerkte Browser',
  rememberedLead: 'In diesen Browsern fragen wir nicht nach einem zweiten Schritt.',
  rememberedUntil: 'Bis {date}',
  rememberedEnd: 'Wieder fragen',
  rememberedEnded: 'Wir fragen in diesem Browser wieder.',
  lost: 'Ich kann nichts davon nutzen',
  lostTitle: 'Zweiter Schritt nicht möglich?',
  lostIdentity: 'Ich habe meinen Pass oder Ausweis',
  lostIdentityText:
    'Wir prüfen in etwa 3 Minuten, wer Sie sind. Danach warten Sie {time}, damit niemand dies in Ihrem Namen tut.',
  lostNone: 'Sie haben nichts davon? Fragen Sie {brand}: Dort wird geprüft, wer Sie sind.',
  lostBack: 'Zurück zum zweiten Schritt',
  lostChecking: 'Die Prüfung Ihrer Identität ist nicht abgeschlossen. Haben Sie abgebrochen? Dann beginnen Sie neu.',
  lostRefused: 'Die Prüfung hat nicht bestätigt, wer Sie sind. Nichts hat sich geändert.',
  lostElsewhere:
    'Jemand, der Ihr Passwort kennt, ersetzt gerade Ihren zweiten Schritt in einem anderen Browser. Sind Sie das nicht? Dann stoppen Sie es und ändern Sie Ihr Passwort.',
  lostTooMany: 'Sie haben dies dreimal begonnen. Versuchen Sie es morgen wieder.',
  lostNotNow: 'Das geht jetzt nicht. Ihr zweiter Schritt bleibt, wie er ist.',
  lostStop: 'Stoppen',
  lostStopped: 'Der Vorgang ist gestoppt. Ihr zweiter Schritt bleibt, wie er ist.',
  lostReadyTitle: 'Neuen zweiten Schritt einrichten',
  lostReady:
    'Die Wartezeit ist um. Was Sie jetzt einrichten, ersetzt alle bisherigen zweiten Schritte, auch Ihre Telefone, und meldet Sie überall sonst ab.',
  factorWaitTitle: 'Wartezeit',
  waitLead:
    'Ihre Identität ist bestätigt. Wir haben alle Ihre Geräte und Ihre E-Mail-Adresse benachrichtigt, falls jemand dies in Ihrem Namen tut.',
  waitUntil: 'Ab {date} können Sie fortfahren.',
  waitBrowser: 'Melden Sie sich dann in diesem Browser wieder an. Bis dahin können Sie ihn schließen.',
  waitHelp: 'Eilt es? Nur {brand} kann Ihnen früher Zugang geben.',
  replacedFrom:
    'Jemand, der Ihr Passwort kennt, ersetzt gerade Ihren zweiten Schritt. Der neue gilt ab {date}. Sind Sie das nicht? Dann stoppen Sie es und ändern Sie Ihr Passwort.',
  replacedStop: 'Stoppen, das war ich nicht',
  replaceStop: 'Ersatz stoppen',
  replaceStopLead:
    'Geben Sie Ihren Benutzernamen und den Code aus der E-Mail ein. Ihr zweiter Schritt bleibt dann, wie er ist.',
  replaceStopNow: 'Stoppen',
  replaceStopWrong:
    'Prüfen Sie Benutzername und Code und versuchen Sie es noch einmal. Der Code gilt, bis der neue zweite Schritt eingerichtet ist.',
  replaceStopped: 'Der Ersatz ist gestoppt',
  replaceStoppedText: 'Ihr zweiter Schritt bleibt, wie er ist. Jemand kennt Ihr Passwort: Ändern Sie es jetzt.',
};
