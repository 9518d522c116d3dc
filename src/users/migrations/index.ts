export const usersMigrations = [];
