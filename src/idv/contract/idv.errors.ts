import { defineErrors } from '../../shared/kernel/index.js';

export const IdvErrors = defineErrors('idv', {
  notFound: {
    status: 404,
    title: 'Identity verification session not found',
    help: 'Use the `web_session_id` or the `sessionId` exactly as it was answered; sessions of other enterprises are not found.',
  },
  evidenceInUse: {
    status: 409,
    title: 'The evidence is still needed',
    help: 'It can be removed once the session has a final status; the member `sessionStatus` names the present one.',
  },
  userNotEligible: {
    status: 409,
    title: 'The user cannot be verified now',
    help: 'Verify users who are ONBOARDING, CREATED, ACTIVE or RESET; the member `userStatus` names the present status.',
  },
  statusRefused: {
    status: 409,
    title: 'Session status change refused',
    help: 'The state diagram shows which changes there are. A session with a final status never changes.',
  },
  engineUnavailable: {
    status: 503,
    title: 'No verification engine is installed',
    help: 'Clients in test mode can run sessions now. For live users, configure an engine or a vendor first.',
  },
  noSession: {
    status: 404,
    title: 'There is no such session in this browser',
    help: 'The link is unknown, or another browser has started the session. Ask for a new link.',
  },
  taken: {
    status: 409,
    title: 'Another browser has started this session',
    help: 'Go on in the browser that started it. If that is not possible, ask for a new link.',
  },
  finished: {
    status: 409,
    title: 'The session is over',
    help: 'The member `sessionStatus` names what it came to. Ask for a new link to begin again.',
  },
  expired: { status: 410, title: 'The session has expired', help: 'Ask for a new link.' },
  wrongStep: {
    status: 409,
    title: 'The session is at another step',
    help: 'The member `step` names the present step. Load the page of the session to go on there.',
  },
  challengeOver: {
    status: 409,
    title: 'The challenge is over',
    help: 'Begin another one. One whose time was up counts as an attempt.',
  },
  frameOutOfOrder: {
    status: 409,
    title: 'The frame does not follow the one before',
    help: 'A frame names the link that the frames before it have led to, and has the next number: the member `expected`. Load the page of the session to film again.',
  },
  framesMissing: {
    status: 409,
    title: 'Frames are missing',
    help: 'The member `expected` names the next frame that is wanted. Load the page of the session to film again.',
  },
  pictureRefused: {
    status: 422,
    title: 'The picture cannot be used',
    help: 'The member `fault` says why. Send another picture; the session goes on.',
  },
  tooManyPictures: {
    status: 429,
    title: 'Too many pictures were sent in this session',
    help: 'Ask for a new link to begin again.',
  },
  typeNotOffered: {
    status: 422,
    title: 'This type of document is not accepted here',
    help: 'Choose one of the types that the page offers.',
  },
});
