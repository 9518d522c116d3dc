import { apiWordFaults } from './api-words.mjs';
import { headingFaults } from './headings.mjs';
import { imageFaults } from './images.mjs';
import { menuFaults } from './menu.mjs';
import { phraseFaults } from './phrases.mjs';
import { spellingFaults } from './spelling.mjs';

const CHECKS = [menuFaults, headingFaults, imageFaults, spellingFaults, apiWordFaults, phraseFaults];

/**
 * What is wrong with the guide, a line each. `api` says what the API has; without it, its words are not looked at. Links
 * are looked at by test/architecture/links.spec.ts.
 */
export const guideFaults = (source, api) => CHECKS.flatMap((check) => check(source, api));
