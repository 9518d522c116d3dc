import { defineErrors } from '../../shared/kernel/index.js';

export const AuditErrors = defineErrors('audit', {
  notFound: {
    status: 404,
    title: 'Audit event not found',
    help: 'Those of other enterprises are not found either, nor of the other side, live or test.',
  },
});
