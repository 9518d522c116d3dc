import { ManagedObject } from './apply/managed-object.entity.js';

export const configurationEntities = [ManagedObject];
