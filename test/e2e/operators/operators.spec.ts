import { callersCases } from './callers.cases.js';
import { consoleCases } from './console.cases.js';
import { fourEyesCases } from './four-eyes.cases.js';
import { liveCases } from './live.cases.js';
import { peopleCases } from './people.cases.js';
import { readingsCases } from './readings.cases.js';
import { signInCases } from './sign-in.cases.js';

describe('Sign-in of operators', signInCases);
describe('The console', consoleCases);
describe('Operators', peopleCases);
describe('Four eyes', fourEyesCases);
describe('Live', liveCases);
describe('Reading', readingsCases);
describe('Callers of the console', callersCases);
