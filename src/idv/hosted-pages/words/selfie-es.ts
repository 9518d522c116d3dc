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
  exampleFace: 'Rostro entero, luz de frente',
  exampleHidden: 'Gorra o gafas oscuras',
  exampleBacklit: 'Luz detrás de usted',
  exampleTwo: 'Otra persona en la foto',
  selfieStart: 'Abrir la cámara',
  selfieStill: 'Sin movimientos',
  selfieStillHint:
    '¿No puede o prefiere no mover la cabeza? Entonces su pantalla ilumina su rostro con seis colores y una persona revisa su selfie. El resultado tarda más.',
  selfieNoStill:
    '¿No puede o prefiere no mover la cabeza? {enterprise} no puede revisar un selfie sin movimientos. Termine aquí y les comunicaremos que necesita otra vía.',
  selfieUpload: 'Subir una foto suya',
  selfieLight: 'Al final, su pantalla ilumina su rostro con seis colores, aproximadamente uno por segundo.',
  selfieUnlit: 'Sin colores cambiantes',
  selfieUnlitHint: '¿Es sensible a la luz cambiante? Bastan los movimientos.',
  selfieUnlitReview:
    '¿Es sensible a la luz cambiante? Puede que una persona tenga que revisar su selfie y que el resultado tarde más.',
  selfieNoUnlit:
    '¿Es sensible a la luz cambiante? {enterprise} necesita los colores y no puede revisar un selfie sin ellos. Termine aquí y les comunicaremos que necesita otra vía.',
  selfieUnlitStart: 'Empezar sin colores',
  selfieStillLit: 'Hacerlo con colores',
  moveAhead: 'Mire al frente',
  moveLeft: 'Gire la cabeza despacio hacia su izquierda',
  moveRight: 'Gire la cabeza despacio hacia su derecha',
  moveUp: 'Mire despacio hacia arriba',
  moveMouth: 'Abra mucho la boca',
  moveSmile: 'Sonría',
  moveColours: 'No se mueva y mire al frente: su pantalla cambia de color',
  selfieStillUnlit: 'Sin colores tampoco',
  selfieOtherWay: 'Terminar y avisar a {enterprise}',
  otherWayTitle: 'Necesita otra vía',
  other_way_needed:
    'Hemos comunicado a {enterprise} que necesita otra vía para confirmar su identidad. No se usa nada de lo que ha enviado. Vuelva y pregunte por ella.',

  fault_no_face: 'No se ha visto ningún rostro. Mantenga todo el rostro dentro del óvalo.',
  fault_several_faces: 'Había otra persona en la imagen. Asegúrese de que no haya nadie más ante la cámara.',
  fault_face_too_small: 'Su rostro era demasiado pequeño. Acérquese.',
  fault_face_turned: 'Mire directamente a la cámara cuando se lo pida la página.',
  fault_face_blurred: 'Su rostro estaba borroso. No se mueva mientras mira al frente.',
  fault_face_too_dark: 'Su rostro estaba demasiado oscuro. Busque luz de frente.',
  fault_face_too_bright: 'Su rostro estaba demasiado claro. Evite la luz directa.',
  fault_face_unlit:
    'No se han visto en su rostro los colores de la pantalla. Suba el brillo, acerque la pantalla y evite otra luz intensa.',
  facePlace: 'Ponga el rostro en el óvalo',
  faceCentre: 'Lleve el rostro al centro del óvalo',
  faceCloser: 'Acérquese',
  faceAway: 'Aléjese un poco',
  movementSeen: 'Bien, no se mueva',
  selfieTaken: 'El selfie que ha hecho',
  selfieYou: 'Su rostro',
};
