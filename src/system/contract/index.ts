/** Everything that other contexts may import from `system`. These files import no module, service or entity. */
export { SystemErrors } from './system.errors.js';
export {
  type FoundFault,
  type TrustedState,
  TrustedStates,
  type TrustFault,
  trustFaults,
  type TrustInStates,
} from './trusted-states.port.js';
