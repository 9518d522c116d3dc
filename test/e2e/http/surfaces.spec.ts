import { connectionsCases } from './connections.cases.js';
import { databaseAwayCases } from './database-away.cases.js';
import { documentsCases } from './documents.cases.js';
import { examplesCases } from './examples.cases.js';
import { socketsCases } from './sockets.cases.js';
import { surfacesCases } from './surfaces.cases.js';
import { tlsCases } from './tls.cases.js';

describe('Surfaces', surfacesCases);
describe('Documents', documentsCases);
describe('Examples of the API reference, sent as they stand,', examplesCases);
describe('Sockets', socketsCases);
describe('Connections', connectionsCases);
describe('Tls', tlsCases);
describe('Database away', databaseAwayCases);
