import type { DeviceWords } from './words-en.js';

export const deDevice: DeviceWords = {
  deviceTitle: 'Gerät verbinden',
  deviceLead: 'Geben Sie den Code ein, den Ihr Gerät zeigt.',
  deviceCode: 'Code auf dem Gerät',
  deviceCodeHint: 'Acht Buchstaben. Großschreibung und Bindestriche spielen keine Rolle.',
  deviceGoOn: 'Weiter',
  deviceWrong: 'Prüfen Sie den Code auf Ihrem Gerät und versuchen Sie es noch einmal. Ein Code gilt zehn Minuten.',
  deviceOver: 'Dieser Code ist abgelaufen oder wurde schon benutzt. Beginnen Sie auf Ihrem Gerät neu.',
  deviceAgain: 'Die Seite war zu lange offen. Geben Sie den Code noch einmal ein.',
  deviceAskTitle: 'Auf einem Gerät bei {client} anmelden?',
  deviceAskCode: 'Ihr Gerät zeigt',
  deviceFrom: 'Die Anfrage kommt von {place}.',
  deviceFromUnknown: 'Wir wissen nicht, woher die Anfrage kommt.',
  deviceElsewhere: 'Das ist ein anderes Netz als Ihres. Vorsicht, wenn das Gerät bei Ihnen stehen soll.',
  deviceBeware:
    'Fahren Sie nur fort, wenn Sie dies selbst begonnen haben und das Gerät sehen. Wer es hat, kommt in Ihr Konto. {brand} bittet nie am Telefon, per E-Mail oder Chat darum.',
  deviceYes: 'Ja, anmelden',
  deviceNo: 'Nein, abbrechen',
  deviceDoneTitle: 'Ihr Gerät ist angemeldet',
  deviceDone: 'Machen Sie dort weiter. Sie können dieses Fenster jetzt schließen.',
  deviceStoppedTitle: 'Das Gerät ist nicht angemeldet',
  deviceStopped: 'Es hat nichts aus Ihrem Konto bekommen. Sie können dieses Fenster jetzt schließen.',
};
