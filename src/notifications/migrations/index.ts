export const notificationsMigrations = [];
