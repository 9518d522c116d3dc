/** The actions on users that can be applied to many at once. */
export const userActionNames = ['PAUSED', 'UNPAUSE', 'BLOCKED', 'UNBLOCK', 'ACTIVATION_CODE'] as const;
export type UserActionName = (typeof userActionNames)[number];
