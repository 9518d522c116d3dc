import { errorsPage } from './errors-page.mjs';
import { exampleListings } from './example-listings.mjs';
import { machineDiagrams } from './machine-diagrams.mjs';
import { settingsPage } from './settings-page.mjs';

export const documents = [settingsPage, errorsPage, ...exampleListings, ...machineDiagrams];
