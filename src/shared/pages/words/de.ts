import type { FrameWords } from './en.js';

export const de: FrameWords = {
  language: 'Sprache',
  errorPrefix: 'Fehler',
  problem: 'Das hat nicht geklappt',
  show: 'Anzeigen',
  hide: 'Verbergen',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  characters: '{count} von {least} Zeichen',
  longEnough: 'Lang genug',
  errorTitle: 'Diese Anfrage lässt sich nicht ausführen',
  errorServer: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
  tryAgain: 'Noch einmal versuchen',
  supportDetails: 'Angaben für den Support',
  backToApplication: 'Zurück zur Anwendung',
  accountPage: 'Zu Ihrem Konto',
  expiredTitle: 'Diese Seite ist abgelaufen',
  expiredText:
    'Zu Ihrer Sicherheit gilt diese Seite nur begrenzte Zeit und nur in einem Browser. Gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
  forgedTitle: 'Das Formular wurde nicht angenommen',
  forgedText: 'Es kam nicht von dieser Seite, oder die Seite war zu lange geöffnet. Es wurde nichts geändert.',
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFoundText: 'Prüfen Sie die Adresse oder gehen Sie zurück zur Anwendung.',
  waitTitle: 'Bitte warten Sie einen Moment',
  tooManyText: 'Aus Ihrem Netz kamen zu viele Versuche. Sie können es {when} noch einmal versuchen.',
  busyText: 'Unser Dienst ist im Moment nicht erreichbar. Bitte versuchen Sie es in ein paar Sekunden noch einmal.',
};
