import { defineErrors } from '../../shared/kernel/index.js';

export const VendorErrors = defineErrors('idv', {
  webhookRefused: {
    status: 401,
    title: 'The webhook of the vendor is refused',
    help: 'Its signature does not hold, or it is older than five minutes. Compare `IDV_VENDOR_WEBHOOK_SECRET`.',
  },
});
