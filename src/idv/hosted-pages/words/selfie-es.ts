import type { SelfieWords } from './selfie-en.js';

export const selfieWords: SelfieWords = {
  selfieTitle: 'Ahora una foto suya',
  selfieLead:
    'Mire a la cámara y haga lo que pide la página: algunos movimientos lentos de la cabeza. Dura 20 segundos.',
  exampleRight: 'Correcto:',
  exampleWrong: 'Incorrecto:',
  exampleDocument: 'Documento entero, plano y nítido',
  exampleCut: 'Cortado',
  exampleGlare: 'Reflejo',
  exampleFinger: 'Un dedo delante',
  exampleFace: 'Cara entera, luz de frente',
  exampleHidden: 'Gorro o gafas oscuras',
  exampleBacklit: 'Luz detrás de usted',
  exampleTwo: 'Otra persona en la foto',
  selfieStart: 'Abrir la cámara',
  selfieStill: 'Sin movimientos',
  selfieStillHint:
    '¿No puede o prefiere no mover la cabeza? Entonces su pantalla ilumina su rostro con seis colores y una persona mira su selfie. El resultado tarda más.',
  selfieNoStill:
    '¿No puede o prefiere no mover la cabeza? En {enterprise} nadie puede mirar un selfie sin movimientos, así que aquí no se puede continuar. Termine aquí y allí sabrán que necesita otra forma de hacerlo.',
  selfieUpload: 'Subir una foto suya',
  selfieLight: 'Al final, su pantalla ilumina su rostro con seis colores, aproximadamente uno por segundo.',
  selfieUnlit: 'Sin colores cambiantes',
  selfieUnlitHint: '¿Le molesta la luz cambiante? Bastan los movimientos.',
  selfieUnlitReview:
    '¿Le molesta la luz cambiante? Entonces es posible que una persona tenga que mirar su selfie y el resultado tarde más.',
  selfieNoUnlit:
    '¿Le molesta la luz cambiante? {enterprise} exige los colores y nadie puede mirar allí un selfie sin ellos. Termine aquí y allí sabrán que necesita otra forma de hacerlo.',
  selfieUnlitStart: 'Empezar sin colores',
  selfieStillLit: 'Tomarla con colores',
  moveAhead: 'Mire al frente',
  moveLeft: 'Gire la cabeza despacio hacia su izquierda',
  moveRight: 'Gire la cabeza despacio hacia su derecha',
  moveUp: 'Mire despacio hacia arriba',
  moveMouth: 'Abra mucho la boca',
  moveSmile: 'Sonría',
  moveColours: 'No se mueva y mire al frente: su pantalla cambia de color',
  selfieStillUnlit: 'Tampoco con colores',
  selfieOtherWay: 'Terminar y avisar a {enterprise}',
  otherWayTitle: 'Necesita otra forma de hacerlo',
  other_way_needed:
    '{enterprise} ya sabe que necesita otra forma de confirmar su identidad. No se usa nada de lo que ha enviado. Vuelva y pregunte por ella.',

  fault_no_face: 'No se ha visto ningún rostro. Mantenga todo el rostro dentro del óvalo.',
  fault_several_faces: 'Había otra persona en la imagen. Póngase a solas ante la cámara.',
  fault_face_too_small: 'Su rostro era demasiado pequeño. Acérquese.',
  fault_face_turned: 'Mire directamente a la cámara cuando se lo pida la página.',
  fault_face_blurred: 'Su rostro estaba borroso. No se mueva mientras mira al frente.',
  fault_face_too_dark: 'Su rostro estaba demasiado oscuro. Busque luz de frente.',
  fault_face_too_bright: 'Su rostro estaba demasiado claro. Evite la luz directa.',
  fault_face_unlit:
    'No se han visto en su rostro los colores de la pantalla. Suba el brillo, acerque la pantalla y evite otra luz intensa.',
  facePlace: 'No se ve ningún rostro: póngalo en el óvalo',
  faceCentre: 'Lleve el rostro al centro del óvalo',
  faceCloser: 'Acérquese',
  faceAway: 'Aléjese un poco',
  movementSeen: 'Bien, no se mueva',
  selfieTaken: 'El selfie que ha tomado',
  selfieYou: 'Su rostro',
};
