/** A new user as a portal sends one; whatever a test is about, it says itself. */
export const newUser = (userId: string, fields: object = {}) => ({ userId, primaryGroup: 'retail', ...fields });
