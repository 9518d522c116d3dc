import { Mobile1795600000000 } from './1795600000000-mobile.js';

export const notificationsMigrations = [Mobile1795600000000];
