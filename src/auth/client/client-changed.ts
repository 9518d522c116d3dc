export const CLIENT_CHANGED = 'auth.client-changed';
