export { Destinations } from './destinations.js';
export { OutboundModule } from './outbound.module.js';
export { type FailureKind, Outbound, type OutboundAnswer, OutboundFailure } from './outbound.port.js';
export { signatureHeaders } from './signature-headers.js';
export {
  type AuthorityFiles,
  BadAuthorityFile,
  clientCertificate,
  outboundTrust,
  type OutboundTrust,
} from './trusted-authorities.js';
