/** The job that makes a code and sends it: the code itself is never stored, so a repeated try makes a new one. */
export const SEND_ACTIVATION_CODE = 'users/send-activation-code';
