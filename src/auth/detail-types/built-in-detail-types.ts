import type { DetailSchema } from './detail-schema.js';
import type { DetailTexts } from './detail-texts.js';

export interface BuiltInDetailType {
  readonly type: string;
  readonly version: number;
  readonly schema: DetailSchema;
  readonly texts: DetailTexts;
}

const line = { type: 'string', maxLength: 70 } as const;

/**
 * A payment as in RFC 9396. In the payment payload of the European identity wallet, `payee`, `amount`, `currency` and
 * `date` correspond to `creditorName`, `instructedAmount.amount`, `instructedAmount.currency` and
 * `requestedExecutionDate`.
 */
const payment: BuiltInDetailType = {
  type: 'payment_initiation',
  version: 1,
  schema: {
    type: 'object',
    required: ['instructedAmount', 'creditorName', 'creditorAccount'],
    properties: {
      instructedAmount: {
        type: 'object',
        required: ['amount', 'currency'],
        properties: {
          amount: { type: 'string', pattern: '^[0-9]{1,12}[.][0-9]{2}$' },
          currency: { type: 'string', pattern: '^[A-Z]{3}$' },
        },
      },
      creditorName: line,
      creditorAccount: {
        type: 'object',
        required: ['iban'],
        properties: { iban: { type: 'string', pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$' } },
      },
      remittanceInformationUnstructured: { type: 'string', maxLength: 140 },
      requestedExecutionDate: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
    },
  },
  texts: {
    en: {
      subject: 'Pay {instructedAmount.amount} {instructedAmount.currency}?',
      message:
        'To {creditorName}\nAccount: {creditorAccount.iban}\nReference: {remittanceInformationUnstructured}\nDate: {requestedExecutionDate}',
    },
    de: {
      subject: '{instructedAmount.amount} {instructedAmount.currency} zahlen?',
      message:
        'An {creditorName}\nKonto: {creditorAccount.iban}\nZweck: {remittanceInformationUnstructured}\nDatum: {requestedExecutionDate}',
    },
    es: {
      subject: '¿Pagar {instructedAmount.amount} {instructedAmount.currency}?',
      message:
        'A {creditorName}\nCuenta: {creditorAccount.iban}\nConcepto: {remittanceInformationUnstructured}\nFecha: {requestedExecutionDate}',
    },
    ar: {
      subject: 'هل تدفع {instructedAmount.amount} {instructedAmount.currency}؟',
      message:
        'إلى {creditorName}\nالحساب: {creditorAccount.iban}\nالمرجع: {remittanceInformationUnstructured}\nالتاريخ: {requestedExecutionDate}',
    },
  },
};

/**
 * Free text from an app. To distinguish it from a payment, it is shown in quotation marks, on one line, below a heading
 * of its own.
 */
const plainText: BuiltInDetailType = {
  type: 'plain_text',
  version: 1,
  schema: {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', maxLength: 500 }, reason: { type: 'string', maxLength: 100 } },
  },
  texts: {
    en: { subject: 'Sign this text?', message: '“{text}”\nReason: {reason}' },
    de: { subject: 'Diesen Text unterschreiben?', message: '„{text}“\nGrund: {reason}' },
    es: { subject: '¿Firmar este texto?', message: '«{text}»\nMotivo: {reason}' },
    ar: { subject: 'هل توقّع هذا النص؟', message: '«{text}»\nالسبب: {reason}' },
  },
};

/** Predefined types of authorization details, which every enterprise has. */
export const builtInDetailTypes: readonly BuiltInDetailType[] = [payment, plainText];

export const builtInDetailType = (type: string): BuiltInDetailType | undefined =>
  builtInDetailTypes.find((ready) => ready.type === type);
