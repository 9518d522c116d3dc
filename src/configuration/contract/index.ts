/** All that other contexts may import from `configuration`. A leaf: it reaches no module, service or entity. */
export { ConfigurationKind, KEPT, type Owner, type PresentObject } from './configuration-kind.port.js';
export { ownedEntry, pagesOf, plain } from './entries.js';
