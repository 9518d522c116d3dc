import { defineErrors } from '../../shared/kernel/index.js';

export const SystemErrors = defineErrors('system', {
  jobNotFound: {
    status: 404,
    title: 'Parked job not found',
    help: 'It may have been done meanwhile: `GET /v1/jobs?state=parked` lists those that wait.',
  },
  eventNotFound: {
    status: 404,
    title: 'Parked event not found',
    help: 'It may have been delivered meanwhile: `GET /v1/events?state=parked` lists those that wait.',
  },
});
