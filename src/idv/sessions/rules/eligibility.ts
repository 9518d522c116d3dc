/** The statuses in which a user may start a verification. */
const ELIGIBLE: readonly string[] = ['ONBOARDING', 'CREATED', 'ACTIVE', 'RESET'];

export const isEligible = (userStatus: string): boolean => ELIGIBLE.includes(userStatus);
