export const authEntities = [];
