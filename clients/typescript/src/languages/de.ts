import type { Texts } from './texts.js';

export const de: Texts = {
  language: 'de',
  errors: {
    offline: 'Sie sind offline. Es wurde nichts gesendet. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    timeout:
      'Der Dienst hat nicht rechtzeitig geantwortet. Prüfen Sie, ob Ihre Antwort angekommen ist, bevor Sie es erneut versuchen.',
    signed_out: 'Sie sind abgemeldet. Bitte melden Sie sich an.',
    login_required: 'Bitte melden Sie sich erneut an, um fortzufahren.',
    blocked: 'Ihr Konto ist gesperrt. Bitte wenden Sie sich an uns.',
    invalid: 'Das hat nicht geklappt. Bitte prüfen Sie Ihre Eingaben und versuchen Sie es erneut.',
    unknown_notification: 'Diese Anfrage gibt es nicht mehr.',
    finished: 'Diese Anfrage wurde bereits beantwortet.',
    expired: 'Diese Anfrage ist abgelaufen und kann nicht mehr beantwortet werden.',
    tampered: 'Diese Anfrage wurde unterwegs verändert. Beantworten Sie sie nicht, und wenden Sie sich an uns.',
    signature: 'Ihr Gerät konnte die Antwort nicht signieren. Registrieren Sie das Gerät erneut.',
    step_up: 'Ihre Identität konnte nicht bestätigt werden. Es wurde nichts beantwortet.',
    approval_needed: 'Bestätigen Sie dieses Gerät auf dem Telefon, das Sie schon verwenden.',
    attempts_used_up: 'Zu viele Fehlversuche. Versuchen Sie es später erneut oder wenden Sie sich an uns.',
    too_many: 'Das war zu viel auf einmal. Bitte warten Sie einen Moment und versuchen Sie es erneut.',
    unavailable: 'Der Dienst ist zurzeit nicht erreichbar. Bitte versuchen Sie es später erneut.',
    refused: 'Der Dienst hat dies nicht erlaubt.',
  },
};
