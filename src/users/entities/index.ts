export const usersEntities = [];
