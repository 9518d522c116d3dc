import { errorsPage } from './errors-page.mjs';
import { machineDiagrams } from './machine-diagrams.mjs';
import { settingsPage } from './settings-page.mjs';

export const documents = [settingsPage, errorsPage, ...machineDiagrams];
