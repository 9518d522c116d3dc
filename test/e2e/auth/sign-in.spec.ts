import { backChannelLogoutCases } from './back-channel-logout.cases.js';
import { pagesActivationCases } from './pages-activation.cases.js';
import { pagesActivationPasskeyCases } from './pages-activation-passkey.cases.js';
import { pagesActivationRepeatedCases } from './pages-activation-repeated.cases.js';
import { signInWithPassportCases } from './sign-in-with-passport.cases.js';
import { signOnCases } from './sign-on.cases.js';

describe('Sign on', signOnCases);
describe('Back channel logout', backChannelLogoutCases);
describe('Sign in with passport', signInWithPassportCases);
describe('Pages activation', pagesActivationCases);
describe('Pages activation passkey', pagesActivationPasskeyCases);
describe('Pages activation repeated', pagesActivationRepeatedCases);
