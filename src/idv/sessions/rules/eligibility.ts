/** The statuses of users who may be sent to be verified. */
const ELIGIBLE: readonly string[] = ['ONBOARDING', 'CREATED', 'ACTIVE', 'RESET'];

export const isEligible = (userStatus: string): boolean => ELIGIBLE.includes(userStatus);
