import { EraseDeleted } from './erase-deleted.job.js';
import { FallInactive } from './fall-inactive.job.js';
import { UserUpkeepRepository } from './user-upkeep.repository.js';

export const upkeepServices = [EraseDeleted, FallInactive, UserUpkeepRepository];
