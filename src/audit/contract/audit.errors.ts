import { defineErrors } from '../../shared/kernel/index.js';

export const AuditErrors = defineErrors('audit', {
  notFound: {
    status: 404,
    title: 'Audit event not found',
    help: 'Check the id. Events of other enterprises are not visible to you. Live callers see only live events. Test callers see only test events.',
  },
});
