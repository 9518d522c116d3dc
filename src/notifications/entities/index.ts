export const notificationsEntities = [];
