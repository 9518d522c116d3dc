import { viewsCases } from './views.cases.js';

describe('What operators look at', viewsCases);
