import { defineErrors } from '../../shared/kernel/index.js';

export const NotificationErrors = defineErrors('notifications', {
  notFound: {
    status: 404,
    title: 'Notification not found',
    help: 'Those of other enterprises and users are not found either, nor is one whose retention has ended.',
    mobile: 4,
  },
  finished: {
    status: 409,
    title: 'The notification is finished',
    help: 'The members `from` and `action` say what was refused; only an ACTIVE notification can change.',
    mobile: 4,
  },
  expired: {
    status: 409,
    title: 'The notification has expired',
    help: 'Its time was over when the answer arrived.',
    mobile: 4,
  },
  actionNotOffered: {
    status: 422,
    title: 'The notification does not offer this action',
    help: 'Answer with the `action` of one of its `actions`.',
    mobile: 4,
  },
  signatureRequired: {
    status: 422,
    title: 'The answer must be signed',
    help: 'Send the statement of an active device of the user, signed with its key.',
    mobile: 4,
  },
  tampered: {
    status: 409,
    title: 'The notification was tampered with',
    help: 'What is stored, or the content that the device signed, is not what the enterprise sent. The enterprise is told.',
    mobile: 4,
  },
  stepUpRequired: {
    status: 403,
    title: 'The user must confirm who they are',
    help: 'Begin a step-up for this answer and send what it asks for.',
    mobile: 102,
  },
  userNotActive: {
    status: 409,
    title: 'The user is not active',
    help: 'Only ACTIVE users are sent notifications.',
  },
  noActiveDevice: {
    status: 409,
    title: 'The user has no device that could sign',
    help: 'Wait until the user has registered a device, or send it with `ds_required` false.',
  },
  messageIdTaken: {
    status: 409,
    title: 'The msg_id belongs to another notification',
    help: 'A repeated request must be the same as the first; `expires_in` alone may differ. Use a new msg_id for a new one.',
  },
  templateNotFound: {
    status: 404,
    title: 'Notification template not found',
    help: 'Ids are case-sensitive; a version that never was is not found either.',
  },
  templateTaken: {
    status: 409,
    title: 'There is such a template already',
    help: 'Choose another id, or change the template that is there. Of two changes at once one is refused: read, and repeat it.',
  },
  tooManyOpen: {
    status: 429,
    title: 'The enterprise has as many active notifications as an enterprise may have',
    help: 'Wait until some are answered or expire, cancel what is no longer needed, or give them a shorter `expires_in`.',
  },
  tooManyBytes: {
    status: 429,
    title: 'The enterprise has stored as much in notifications as it may on one day',
    help: 'Go on tomorrow (by UTC; Retry-After says when), with shorter texts or fewer languages. The operator can give one enterprise more.',
  },
  tooManyLists: {
    status: 429,
    title: 'Too many lists of the user are on their way',
    help: 'Read the answers that have begun, or ask again after the time that Retry-After names.',
    mobile: 39,
  },
  listsOfEnterprise: {
    status: 429,
    title: 'Too many lists of the enterprise are on their way',
    help: 'Its users read slowly. Ask again after the time that Retry-After names.',
    mobile: 39,
  },
  listsOfAll: {
    status: 503,
    title: 'Too many lists are on their way',
    help: 'Ask again after the time that Retry-After names.',
    mobile: 39,
  },
  tooManyActive: {
    status: 429,
    title: 'The user has as many active notifications as a user may have',
    help: 'Wait until some are answered or expire, or cancel what is no longer needed.',
  },
});
