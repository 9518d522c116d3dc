import { languagesWith } from '../../shared/pages/index.js';

/** The app has its own words (`web/src/app/words`). These are for before it runs. */
export const languages = languagesWith({
  en: {
    opening: 'Opening',
    needsScript: 'This app needs JavaScript. Switch it on in your browser, or use another one.',
  },
  es: {
    opening: 'Abriendo',
    needsScript: 'Esta aplicación necesita JavaScript. Actívelo en su navegador o utilice otro.',
  },
  de: {
    opening: 'Wird geöffnet',
    needsScript: 'Diese App braucht JavaScript. Schalten Sie es in Ihrem Browser ein, oder nehmen Sie einen anderen.',
  },
  ar: { opening: 'جارٍ الفتح', needsScript: 'يحتاج هذا التطبيق إلى JavaScript. فعّلها في متصفحك أو استخدم متصفحًا آخر.' },
});

export type Words = (typeof languages)[number]['words'];
