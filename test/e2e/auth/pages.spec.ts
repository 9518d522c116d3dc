import { pagesAccountCases } from './pages-account.cases.js';
import { pagesAccountListsCases } from './pages-account-lists.cases.js';
import { pagesConsentCases } from './pages-consent.cases.js';
import { pagesFormsCases } from './pages-forms.cases.js';
import { pagesLoginCases } from './pages-login.cases.js';
import { pagesTroubleCases } from './pages-trouble.cases.js';

describe('Pages login', pagesLoginCases);
describe('Pages forms', pagesFormsCases);
describe('Pages consent', pagesConsentCases);
describe('Pages account', pagesAccountCases);
describe('Pages account lists', pagesAccountListsCases);
describe('Pages trouble', pagesTroubleCases);
