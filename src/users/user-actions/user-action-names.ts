/** The actions of one user that are possible for many at once. */
export const userActionNames = ['PAUSED', 'UNPAUSE', 'BLOCKED', 'UNBLOCK', 'ACTIVATION_CODE'] as const;
export type UserActionName = (typeof userActionNames)[number];
