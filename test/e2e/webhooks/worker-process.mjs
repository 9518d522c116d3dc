// A process of its own that works on jobs until it is killed.
import 'reflect-metadata';
import { createApplication } from '../../../dist/src/application.js';
import { readConfig } from '../../../dist/src/config.js';

await createApplication(readConfig(process.env), JSON.parse(process.env.TEST_DATABASE));
process.stdout.write('working\n');
