/** All texts of the selfie page in English. The types of the other languages require the same keys. */
export const selfieWords = {
  selfieTitle: 'Now a picture of you',
  selfieLead: 'Look into the camera and do what the page asks: a few slow movements of your head. It takes 20 seconds.',
  exampleRight: 'Right:',
  exampleWrong: 'Wrong:',
  exampleDocument: 'Whole document, flat, sharp',
  exampleCut: 'Cut off',
  exampleGlare: 'Reflection',
  exampleFinger: 'Finger in the way',
  exampleFace: 'Whole face, light from the front',
  exampleHidden: 'Hat or dark glasses',
  exampleBacklit: 'Light behind you',
  exampleTwo: 'Somebody else in the picture',
  selfieStart: 'Start the camera',
  selfieStill: 'Without movements',
  selfieStillHint:
    'You cannot or would rather not move your head? Your screen then lights your face in six colours instead, and a person reviews your selfie. The result takes longer.',
  selfieNoStill:
    'You cannot or would rather not move your head? {enterprise} cannot review a still selfie. End here, and we tell them that you need another way.',
  selfieUpload: 'Upload a picture of you',
  selfieLight: 'At the end, your screen lights your face in six colours, about one a second.',
  selfieUnlit: 'Without changing colours',
  selfieUnlitHint: 'You are sensitive to changing light? The movements alone are enough.',
  selfieUnlitReview:
    'You are sensitive to changing light? A person may have to review your selfie, so the result may take longer.',
  selfieNoUnlit:
    'You are sensitive to changing light? {enterprise} needs the colours and cannot review a selfie without them. End here, and we tell them that you need another way.',
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
    'We told {enterprise} that you need another way to confirm your identity. We do not use anything you sent. Go back and ask for it.',

  fault_no_face: 'We could not see a face. Hold your whole face in the oval.',
  fault_several_faces: 'Someone else was in the picture. Make sure you are alone in front of the camera.',
  fault_face_too_small: 'Your face was too small. Come closer.',
  fault_face_turned: 'Look straight into the camera when the page asks for it.',
  fault_face_blurred: 'Your face was blurred. Hold still while you look ahead.',
  fault_face_too_dark: 'Your face was too dark. Find light from the front.',
  fault_face_too_bright: 'Your face was too bright. Avoid direct light.',
  fault_face_unlit:
    'We could not see your screen’s colours on your face. Turn the brightness up, hold the screen closer, and avoid bright light from elsewhere.',
  facePlace: 'Hold your face in the oval',
  faceCentre: 'Bring your face to the middle of the oval',
  faceCloser: 'Come closer',
  faceAway: 'Move a little further away',
  movementSeen: 'Good, hold it',
  selfieTaken: 'The selfie that you took',
  selfieYou: 'Your face',
};

export type SelfieWords = Readonly<Record<keyof typeof selfieWords, string>>;
