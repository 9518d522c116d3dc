import type { Words } from '../words.js';

export const alarms: Words['settings']['alarms'] = {
  title: 'Alarme',
  note: 'Wenn der Dienst seine Betreiber braucht',
  mail: 'E-Mail',
  server: 'Ihr Server',
  off: 'aus',
  which: 'Welche Alarme',
  least: { warning: 'alle', critical: 'nur kritische' },
  noMail: 'Der Dienst kann Ihnen keine E-Mail senden.',
  change: 'Alarme ändern',
  changeText: 'Sie erhalten Alarme, solange Ihre Rolle den Zustand des Dienstes zeigt.',
  sendMail: (address) => `E-Mail an ${address} senden`,
  url: 'Adresse Ihres Servers (https)',
  urlHint: 'Er erhält jede Meldung als signierten Aufruf. Lassen Sie das Feld leer, um keine Aufrufe zu erhalten.',
  save: 'Mit Passkey speichern',
  secretTitle: 'Das Secret Ihres Servers',
  secretText: 'Ihr Server prüft damit jeden Aufruf.',
  test: 'Test senden',
  tested: { sent: 'Test gesendet', failed: 'Test fehlgeschlagen', off: 'aus' },
  answered: (status) => `Antwort ${status}`,
};
