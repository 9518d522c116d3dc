export const idvMigrations = [];
