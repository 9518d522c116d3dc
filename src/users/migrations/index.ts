import { Users1795210000000 } from './1795210000000-users.js';
import { Devices1795210000100 } from './1795210000100-devices.js';

export const usersMigrations = [Users1795210000000, Devices1795210000100];
