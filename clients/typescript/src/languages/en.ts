import type { Texts } from './texts.js';

export const en: Texts = {
  language: 'en',
  errors: {
    offline: 'You are offline. Nothing was sent. Check your connection and try again.',
    timeout: 'The service did not answer in time. Look whether your answer has arrived before you try again.',
    signed_out: 'You are signed out. Please sign in.',
    login_required: 'Please log in again to go on.',
    blocked: 'Your account is blocked. Please contact us.',
    invalid: 'That did not work. Please check what you entered and try again.',
    unknown_notification: 'This request does not exist any more.',
    finished: 'This request was answered already.',
    expired: 'This request has expired. It can no longer be answered.',
    tampered: 'This request was altered on its way. Do not answer it, and contact us.',
    signature: 'Your device could not sign the answer. Register the device again.',
    step_up: 'Your identity could not be confirmed. Nothing was answered.',
    approval_needed: 'Approve this device on the phone that you already use, then go on.',
    attempts_used_up: 'Too many wrong attempts. Please try again later or contact us.',
    too_many: 'That was too much at once. Please wait a moment and try again.',
    unavailable: 'The service cannot be reached at the moment. Please try again later.',
    refused: 'The service did not allow this.',
  },
};
