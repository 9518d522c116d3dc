import { defineErrors } from '../../shared/kernel/index.js';

export const FigureErrors = defineErrors('figures', {
  notFound: {
    status: 404,
    title: 'Figure not found',
    help: '`GET /v1/figures` lists the names of all figures.',
  },
});
