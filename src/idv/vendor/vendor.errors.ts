import { defineErrors } from '../../shared/kernel/index.js';

export const VendorErrors = defineErrors('idv', {
  webhookRefused: {
    status: 401,
    title: "The vendor's webhook was refused",
    help: 'Its signature is not valid, or it is older than five minutes. Check the setting `IDV_VENDOR_WEBHOOK_SECRET`.',
  },
});
