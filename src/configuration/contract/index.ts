/** Everything that other contexts may import from `configuration`. These files import no module, service or entity. */
export { ConfigurationKind, KEPT, type Owner, type PresentObject } from './configuration-kind.port.js';
export { ownedEntry, pagesOf, plain } from './entries.js';
