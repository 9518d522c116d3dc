import type { SelfieWords } from './selfie-en.js';

export const selfieWords: SelfieWords = {
  selfieTitle: 'Nun ein Bild von Ihnen',
  selfieLead:
    'Schauen Sie in die Kamera und folgen Sie den Anweisungen: einige langsame Bewegungen des Kopfes. Es dauert 20 Sekunden.',
  exampleRight: 'Richtig:',
  exampleWrong: 'Falsch:',
  exampleDocument: 'Ganzes Dokument, flach und scharf',
  exampleCut: 'Rand fehlt',
  exampleGlare: 'Licht spiegelt',
  exampleFinger: 'Finger im Bild',
  exampleFace: 'Ganzes Gesicht, Licht von vorn',
  exampleHidden: 'Hut oder dunkle Brille',
  exampleBacklit: 'Licht von hinten',
  exampleTwo: 'Noch jemand im Bild',
  selfieStart: 'Kamera starten',
  selfieStill: 'Ohne Bewegungen',
  selfieStillHint:
    'Sie können oder möchten den Kopf nicht bewegen? Dann beleuchtet stattdessen Ihr Bildschirm Ihr Gesicht in sechs Farben, und ein Mensch prüft Ihr Selfie. Das Ergebnis dauert länger.',
  selfieNoStill:
    'Sie können oder möchten den Kopf nicht bewegen? {enterprise} kann ein Selfie ohne Bewegungen nicht prüfen. Beenden Sie hier, und wir geben dort Bescheid, dass Sie einen anderen Weg brauchen.',
  selfieUpload: 'Ein Bild von Ihnen hochladen',
  selfieLight: 'Am Ende beleuchtet Ihr Bildschirm Ihr Gesicht in sechs Farben, etwa eine je Sekunde.',
  selfieUnlit: 'Ohne wechselnde Farben',
  selfieUnlitHint: 'Sie vertragen wechselndes Licht schlecht? Die Bewegungen allein genügen.',
  selfieUnlitReview:
    'Sie vertragen wechselndes Licht schlecht? Dann muss vielleicht ein Mensch Ihr Selfie prüfen, und das Ergebnis kann länger dauern.',
  selfieNoUnlit:
    'Sie vertragen wechselndes Licht schlecht? {enterprise} braucht die Farben und kann ein Selfie ohne sie nicht prüfen. Beenden Sie hier, und wir geben dort Bescheid, dass Sie einen anderen Weg brauchen.',
  selfieUnlitStart: 'Ohne Farben beginnen',
  selfieStillLit: 'Mit Farben aufnehmen',
  moveAhead: 'Schauen Sie geradeaus',
  moveLeft: 'Drehen Sie den Kopf langsam nach links',
  moveRight: 'Drehen Sie den Kopf langsam nach rechts',
  moveUp: 'Schauen Sie langsam nach oben',
  moveMouth: 'Öffnen Sie den Mund weit',
  moveSmile: 'Lächeln Sie',
  moveColours: 'Halten Sie still und schauen Sie geradeaus: Ihr Bildschirm wechselt die Farbe',
  selfieStillUnlit: 'Auch ohne Farben',
  selfieOtherWay: 'Beenden und {enterprise} Bescheid geben',
  otherWayTitle: 'Sie brauchen einen anderen Weg',
  other_way_needed:
    'Wir haben {enterprise} mitgeteilt, dass Sie Ihre Identität auf einem anderen Weg bestätigen müssen. Nichts von dem, was Sie gesendet haben, wird verwendet. Gehen Sie zurück und fragen Sie danach.',

  fault_no_face: 'Es war kein Gesicht zu sehen. Halten Sie das ganze Gesicht in das Oval.',
  fault_several_faces: 'Es war noch jemand im Bild. Seien Sie allein vor der Kamera.',
  fault_face_too_small: 'Ihr Gesicht war zu klein. Kommen Sie näher.',
  fault_face_turned: 'Schauen Sie gerade in die Kamera, wenn die Seite darum bittet.',
  fault_face_blurred: 'Ihr Gesicht war unscharf. Halten Sie still, während Sie geradeaus schauen.',
  fault_face_too_dark: 'Ihr Gesicht war zu dunkel. Sorgen Sie für Licht von vorn.',
  fault_face_too_bright: 'Ihr Gesicht war zu hell. Meiden Sie direktes Licht.',
  fault_face_unlit:
    'Die Farben Ihres Bildschirms waren auf Ihrem Gesicht nicht zu sehen. Stellen Sie den Bildschirm heller, halten Sie ihn näher und meiden Sie helles Licht von anderswo.',
  facePlace: 'Halten Sie Ihr Gesicht in das Oval',
  faceCentre: 'Bringen Sie das Gesicht in die Mitte des Ovals',
  faceCloser: 'Kommen Sie näher',
  faceAway: 'Gehen Sie etwas weiter weg',
  movementSeen: 'Gut, so bleiben',
  selfieTaken: 'Ihr aufgenommenes Selfie',
  selfieYou: 'Ihr Gesicht',
};
