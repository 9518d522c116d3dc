import { offerVerification } from './evidence/verifier.js';

offerVerification();
