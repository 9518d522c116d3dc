import { languagesWith } from '../../shared/pages/index.js';

/** Texts shown before the app has started. The app's own texts are in `web/src/app/words`. */
export const languages = languagesWith({
  en: {
    sampleQuestion: 'Approve the payment of 25.00 EUR?',
    sampleYes: 'Approve',
    sampleNo: 'Decline',
    opening: 'Opening',
    needsScript: 'This app needs JavaScript. Switch it on in your browser, or use another one.',
  },
  es: {
    sampleQuestion: '¿Aprobar el pago de 25,00 EUR?',
    sampleYes: 'Aprobar',
    sampleNo: 'Rechazar',
    opening: 'Abriendo',
    needsScript: 'Esta app necesita JavaScript. Actívelo en su navegador o utilice otro.',
  },
  de: {
    sampleQuestion: 'Zahlung von 25,00 EUR freigeben?',
    sampleYes: 'Freigeben',
    sampleNo: 'Ablehnen',
    opening: 'Wird geöffnet',
    needsScript: 'Diese App braucht JavaScript. Schalten Sie es in Ihrem Browser ein, oder nehmen Sie einen anderen.',
  },
  ar: {
    sampleQuestion: 'هل توافق على دفع 25.00 EUR؟',
    sampleYes: 'موافقة',
    sampleNo: 'رفض',
    opening: 'جارٍ الفتح',
    needsScript: 'يحتاج هذا التطبيق إلى JavaScript. اسمح بتشغيله في متصفحك أو استخدم متصفحًا آخر.',
  },
});

export type Words = (typeof languages)[number]['words'];
