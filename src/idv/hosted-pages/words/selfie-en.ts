/** Texts of the selfie's pages. The other languages have the same keys, or they do not compile. */
export const selfieWords = {
  selfieTitle: 'Now a picture of you',
  selfieLead: 'Look into the camera and do what the page asks: a few slow movements of your head. It takes 20 seconds.',
  selfieTips: 'Light from the front, nobody else in the picture, no hat or dark glasses.',
  selfieStart: 'Start the camera',
  selfieStill: 'Without movements',
  selfieStillHint:
    'You cannot or would rather not move your head? Then your screen lights your face in six colours instead, and a person looks at your selfie. The result takes longer.',
  selfieNoStill:
    'You cannot or would rather not move your head? {enterprise} has nobody here who could look at a still selfie, so it does not go on here without movements. End it here, and they are told that you need another way.',
  selfieUpload: 'Upload a picture of you',
  selfieLight: 'At the end, your screen lights your face in six colours, about one a second.',
  selfieUnlit: 'Without changing colours',
  selfieUnlitHint: 'You are sensitive to changing light? The movements alone are enough.',
  selfieUnlitReview:
    'You are sensitive to changing light? Then a person may have to look at your selfie, so the result may take longer.',
  selfieNoUnlit:
    'You are sensitive to changing light? {enterprise} needs the colours and has nobody here who could look at a selfie without them. End it here, and they are told that you need another way.',
  selfieUnlitStart: 'Start without colours',
  selfieStillLit: 'Take it with colours',
  moveAhead: 'Look straight ahead',
  moveLeft: 'Turn your head slowly to your left',
  moveRight: 'Turn your head slowly to your right',
  moveUp: 'Look up slowly',
  moveMouth: 'Open your mouth wide',
  moveSmile: 'Smile',
  moveColours: 'Hold still and look ahead: your screen changes its colour',
  selfieStillUnlit: 'Without colours either',
  selfieOtherWay: 'End here and tell {enterprise}',
  otherWayTitle: 'You need another way',
  other_way_needed:
    '{enterprise} has been told that you need another way to confirm your identity. Nothing that you sent is used. Go back and ask for it.',

  fault_no_face: 'No face was seen. Hold your whole face in the oval.',
  fault_several_faces: 'Somebody else was in the picture. Be alone in front of the camera.',
  fault_face_too_small: 'Your face was too small. Come closer.',
  fault_face_turned: 'Look straight into the camera when the page asks for it.',
  fault_face_blurred: 'Your face was blurred. Hold still while you look ahead.',
  fault_face_too_dark: 'Your face was too dark. Find light from the front.',
  fault_face_too_bright: 'Your face was too bright. Avoid direct light.',
  fault_face_unlit:
    "Your screen's colours were not seen on your face. Turn the brightness up, hold the screen closer, and avoid bright light from elsewhere.",
  facePlace: 'No face is seen: hold it in the oval',
  faceCentre: 'Bring your face to the middle of the oval',
  faceCloser: 'Come closer',
  faceAway: 'Move a little further away',
  movementSeen: 'Good, hold it',
  selfieTaken: 'The selfie that you took',
  selfieYou: 'Your face',
};

export type SelfieWords = Readonly<Record<keyof typeof selfieWords, string>>;
