import { defineErrors } from '../../shared/kernel/index.js';

export const IdvErrors = defineErrors('idv', {
  notFound: {
    status: 404,
    title: 'Identity verification session not found',
    help: 'Use the `web_session_id` or the `sessionId` exactly as you received it. Sessions of other enterprises are not visible to you.',
  },
  evidenceInUse: {
    status: 409,
    title: 'The evidence is still in use',
    help: 'The evidence can be deleted when the session has a final status. The member `sessionStatus` contains the current status.',
  },
  userNotEligible: {
    status: 409,
    title: 'A user in this status cannot be verified',
    help: 'Only users who are ONBOARDING, CREATED, ACTIVE or RESET can be verified. The member `userStatus` contains the current status.',
  },
  statusRefused: {
    status: 409,
    title: 'The session status does not allow this change',
    help: 'The state diagram of sessions shows the allowed changes. A session with a final status never changes.',
  },
  engineUnavailable: {
    status: 503,
    title: 'No verification engine is installed',
    help: 'Clients in test mode can use sessions already. To verify live users, configure a verification engine or a vendor first.',
  },
  noSession: {
    status: 404,
    title: 'This browser has no such session',
    help: 'The link is unknown, or another browser has started the session. Ask for a new link.',
  },
  taken: {
    status: 409,
    title: 'Another browser has started this session',
    help: 'Continue in the browser that started the session. If that is not possible, ask for a new link.',
  },
  finished: {
    status: 409,
    title: 'The session has ended',
    help: 'The member `sessionStatus` contains the final status. Ask for a new link to start again.',
  },
  expired: { status: 410, title: 'The session has expired', help: 'Ask for a new link.' },
  wrongStep: {
    status: 409,
    title: 'The session is at another step',
    help: 'The member `step` contains the current step. Reload the page of the session to continue there.',
  },
  challengeOver: {
    status: 409,
    title: 'The challenge has ended',
    help: 'Start a new challenge. A challenge that timed out counts as an attempt.',
  },
  frameOutOfOrder: {
    status: 409,
    title: 'The frame is out of order',
    help: 'Frames are numbered, and each contains the chain value that results from the previous frames. The member `expected` contains the next frame number. Reload the page of the session to record again.',
  },
  framesMissing: {
    status: 409,
    title: 'Frames are missing',
    help: 'The member `expected` contains the number of the next frame that the service needs. Reload the page of the session to record again.',
  },
  pictureRefused: {
    status: 422,
    title: 'The picture cannot be used',
    help: 'The member `fault` contains the cause. Send another picture. The session continues.',
  },
  tooManyPictures: {
    status: 429,
    title: 'Too many pictures were sent in this session',
    help: 'Ask for a new link to start again.',
  },
  chipCodeGone: {
    status: 404,
    title: 'The code is not valid for a chip reading',
    help: 'A code works once, within five minutes, and only while the page shows it. Go back to the page and open the app from there again.',
  },
  chipReadingGone: {
    status: 409,
    title: 'The chip reading has ended',
    help: 'Each step of a reading can be sent once, within two minutes. Go back to the page and open the app from there again.',
  },
  chipRefused: {
    status: 422,
    title: 'The chip was not accepted',
    help: 'The member `reason` contains the cause. The page of the session tells the user what to do next. Send the user back to the browser.',
  },
  typeNotOffered: {
    status: 422,
    title: 'This type of document is not accepted here',
    help: 'Choose one of the types that the page offers.',
  },
});
