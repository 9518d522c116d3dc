import { closeSpecimens } from '../../support/specimens.js';
import './documents.cases.js';
import './zones.cases.js';

afterAll(() => closeSpecimens());
