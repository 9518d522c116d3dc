import { clientReference } from './client-reference.mjs';
import { apiClient } from './api-client.mjs';
import { configurationSchema } from './configuration-schema.mjs';
import { errorsPage } from './errors-page.mjs';
import { grafanaDashboard } from './grafana-dashboard.mjs';
import { helmChart } from './helm-chart.mjs';
import { exampleListings } from './example-listings.mjs';
import { machineDiagrams } from './machine-diagrams.mjs';
import { performancePage } from './performance-page.mjs';
import { powersTable } from './powers-table.mjs';
import { settingsPage } from './settings-page.mjs';

export const documents = [
  clientReference,
  configurationSchema,
  settingsPage,
  errorsPage,
  ...exampleListings,
  ...machineDiagrams,
  ...apiClient,
  ...performancePage,
  powersTable,
  ...helmChart,
  grafanaDashboard,
];
