import { defineErrors } from '../../shared/kernel/index.js';

export const NotificationErrors = defineErrors('notifications', {
  notFound: {
    status: 404,
    title: 'Notification not found',
    help: 'Check the id. Notifications of other enterprises and users are not visible to you. A notification is deleted when its retention ends.',
    mobile: 4,
  },
  finished: {
    status: 409,
    title: 'The notification is no longer active',
    help: 'Only an ACTIVE notification can change. The member `from` contains its status, and `action` the change that was refused.',
    mobile: 4,
  },
  expired: {
    status: 409,
    title: 'The notification has expired',
    help: 'The answer arrived after the notification had expired.',
    mobile: 4,
  },
  actionNotOffered: {
    status: 422,
    title: 'The notification does not offer this action',
    help: "Answer with the `action` of one of the notification's `actions`.",
    mobile: 4,
  },
  signatureRequired: {
    status: 422,
    title: 'The answer must be signed',
    help: 'Send a statement that an active device of the user has signed with its key.',
    mobile: 4,
  },
  tampered: {
    status: 409,
    title: 'The notification was tampered with',
    help: 'The stored notification, or the content that the device signed, differs from what the enterprise sent. The enterprise is notified.',
    mobile: 4,
  },
  stepUpRequired: {
    status: 403,
    title: 'The user must confirm their identity',
    help: 'Start a step-up for this answer with BeginStepUp. Then send the answer again with the result.',
    mobile: 102,
  },
  userNotActive: {
    status: 409,
    title: 'The user is not active',
    help: 'Notifications can be sent only to ACTIVE users.',
  },
  noActiveDevice: {
    status: 409,
    title: 'The user has no device that can sign',
    help: 'Wait until the user has registered a device, or send the notification with `ds_required` false.',
    mobile: 4,
  },
  messageIdTaken: {
    status: 409,
    title: 'The msg_id was used for another notification',
    help: 'A repeated request must be identical to the first. Only `expires_in` may differ. Use a new `msg_id` for a new notification.',
  },
  templateNotFound: {
    status: 404,
    title: 'Notification template not found',
    help: 'Check the id and the version. Ids are case-sensitive.',
  },
  templateTaken: {
    status: 409,
    title: 'A template with this id already exists, or was changed at the same time',
    help: 'To create a template, choose another id, or change the existing template. If two changes were sent at the same time, one is refused: read the template again and repeat your change.',
  },
  tooManyOpen: {
    status: 429,
    title: 'The enterprise has reached its limit of active notifications',
    help: 'Wait until some notifications are answered or expire. Cancel those that are no longer needed, or use a shorter `expires_in`.',
    mobile: 39,
  },
  tooManyBytes: {
    status: 429,
    title: 'The enterprise has reached its daily storage limit for notifications',
    help: 'Continue on the next day (UTC). The header Retry-After contains the seconds until then. Use shorter texts or fewer languages. The operator of the service can raise the limit for one enterprise.',
    mobile: 39,
  },
  tooManyLists: {
    status: 429,
    title: 'Too many list requests of this user are in progress',
    help: 'Read the answers of earlier requests to their end, or repeat the request after the seconds in the header Retry-After.',
    mobile: 39,
  },
  listsOfEnterprise: {
    status: 429,
    title: 'Too many list requests of the enterprise are in progress',
    help: 'The users of the enterprise read their answers slowly. Repeat the request after the seconds in the header Retry-After.',
    mobile: 39,
  },
  listsOfAll: {
    status: 503,
    title: 'Too many list requests are in progress',
    help: 'Repeat the request after the seconds in the header Retry-After.',
    mobile: 39,
  },
  tooManyActive: {
    status: 429,
    title: 'The user has reached the limit of active notifications',
    help: 'Wait until some notifications are answered or expire, or cancel those that are no longer needed.',
    mobile: 39,
  },
});
