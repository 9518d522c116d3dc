import { defineErrors } from '../../shared/kernel/index.js';

export const SystemErrors = defineErrors('system', {
  jobNotFound: {
    status: 404,
    title: 'Parked job not found',
    help: 'Check the id. The job may have been processed in the meantime. `GET /v1/jobs?state=parked` lists the parked jobs.',
  },
  eventNotFound: {
    status: 404,
    title: 'Parked event not found',
    help: 'Check the id. The event may have been delivered in the meantime. `GET /v1/events?state=parked` lists the parked events.',
  },
});
