import { apiWordFaults } from './api-words.mjs';
import { headingFaults } from './headings.mjs';
import { imageFaults } from './images.mjs';
import { menuFaults } from './menu.mjs';
import { phraseFaults } from './phrases.mjs';
import { spellingFaults } from './spelling.mjs';
import { tagFaults } from './tags.mjs';

const CHECKS = [menuFaults, headingFaults, imageFaults, spellingFaults, apiWordFaults, phraseFaults, tagFaults];

/**
 * All faults of the guide, one line each. Without `api`, the names of API operations and errors are not checked. Links
 * are checked by test/architecture/links.spec.ts.
 */
export const guideFaults = (source, api) => CHECKS.flatMap((check) => check(source, api));
