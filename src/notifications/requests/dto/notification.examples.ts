import type { CreateNotificationDto } from './notification.dto.js';

const actions = [
  { label: 'Approve', action: 'accept', authlevel: 0 as const },
  { label: 'Reject', action: 'reject', authlevel: 0 as const },
];

/** Example questions for the API documentation, which any active user can answer. */
export const newNotificationExamples = {
  payment: {
    summary: 'A payment to approve, in two languages',
    value: {
      user_id: 'jane.doe',
      msg_id: 'payment-4711',
      expires_in: 300,
      body: [
        { lng: 'en', subject: 'Confirm your payment', message: 'Pay 25.00 EUR to Bookshop?' },
        {
          lng: 'de',
          subject: 'Zahlung bestätigen',
          message: 'Zahlen Sie 25,00 EUR an Bookshop?',
          label: { Approve: 'Zustimmen', Reject: 'Ablehnen' },
        },
      ],
      actions,
      ds_required: false,
    } satisfies CreateNotificationDto,
  },
  template: {
    summary: 'The same payment, from a template',
    value: {
      user_id: 'jane.doe',
      msg_id: 'payment-4712',
      expires_in: 300,
      template_id: 'payment',
      values: { amount: { amount: '25.00', currency: 'EUR' }, payee: 'Bookshop' },
      actions,
      ds_required: false,
    } satisfies CreateNotificationDto,
  },
};
