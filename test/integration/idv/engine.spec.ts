import { closeSpecimens } from '../../support/specimens.js';
import './zones.cases.js';

afterAll(() => closeSpecimens());
