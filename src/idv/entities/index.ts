export const idvEntities = [];
