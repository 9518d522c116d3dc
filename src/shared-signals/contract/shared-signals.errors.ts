import { defineErrors } from '../../shared/kernel/index.js';

export const SharedSignalsErrors = defineErrors('shared-signals', {
  streamNotFound: {
    status: 404,
    title: 'Stream not found',
    help: 'Check the `stream_id`. A client sees only its own stream.',
  },
  streamExists: {
    status: 409,
    title: 'The client already has a stream',
    help: 'Each client has one stream. Change it with PATCH or PUT, or delete it first.',
  },
  notPolled: {
    status: 409,
    title: 'The events of this stream are delivered by push',
    help: 'Change the delivery method of the stream to `urn:ietf:rfc:8936` to poll it.',
  },
  verifiedJustNow: {
    status: 429,
    title: 'A verification was requested just now',
    help: 'Between two verifications, wait for as many seconds as `min_verification_interval` says.',
  },
});
