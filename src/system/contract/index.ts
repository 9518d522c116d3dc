/** All that other contexts may import from `system`. A leaf: it reaches no module, service or entity. */
export { SystemErrors } from './system.errors.js';
