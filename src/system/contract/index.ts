/** All that other contexts may import from `system`. A leaf: it reaches no module, service or entity. */
export { SystemErrors } from './system.errors.js';
export {
  type FoundFault,
  type TrustedState,
  TrustedStates,
  type TrustFault,
  trustFaults,
  type TrustInStates,
} from './trusted-states.port.js';
