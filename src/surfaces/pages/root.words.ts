import { type FrameWords, languagesWith } from '../../shared/pages/index.js';

const en = {
  authTitle: 'Sign-in',
  authText:
    'Users of {brand} sign in here. Your application brings you here by itself. On your account page you see and change how you sign in.',
  managementTitle: 'Interface for servers',
  managementText: 'Servers of an enterprise call {brand} here. For people there is only what developers read.',
  idvTitle: 'Identity verification',
  idvText:
    'Users of {brand} prove here who they are. To begin or to go on, open the link that you were sent, or go back to your application.',
  mobileTitle: 'Approvals',
  mobileText: 'Apps on the devices of users of {brand} connect here. One of them runs in your browser.',
  opsTitle: 'Health and metrics',
  opsText: 'For the people who run {brand}. This address is not meant to be public.',
  verifyEvidence: 'Verify evidence',
  guide: 'Guide',
  apiReference: 'Reference of the API',
  errorList: 'All errors',
  openApp: 'Open the app',
  readiness: 'Is it ready?',
  metrics: 'Metrics',
};
type Own = Readonly<Record<keyof typeof en, string>>;
export type Words = FrameWords & Own;

const de: Own = {
  authTitle: 'Anmeldung',
  authText:
    'Hier melden sich Nutzer von {brand} an. Ihre Anwendung führt Sie automatisch hierher. Auf Ihrer Kontoseite sehen und ändern Sie, wie Sie sich anmelden.',
  managementTitle: 'Schnittstelle für Server',
  managementText: 'Server von Unternehmen rufen {brand} hier auf. Für Menschen gibt es nur, was Entwickler lesen.',
  idvTitle: 'Identitätsprüfung',
  idvText:
    'Nutzer von {brand} weisen hier nach, wer sie sind. Um zu beginnen oder fortzufahren, öffnen Sie den Link, den Sie bekommen haben, oder gehen Sie zurück zu Ihrer Anwendung.',
  mobileTitle: 'Freigaben',
  mobileText: 'Apps auf den Geräten der Nutzer von {brand} verbinden sich hier. Eine davon läuft in Ihrem Browser.',
  opsTitle: 'Zustand und Messwerte',
  opsText: 'Für die Menschen, die {brand} betreiben. Diese Adresse soll nicht öffentlich sein.',
  verifyEvidence: 'Nachweise prüfen',
  guide: 'Handbuch',
  apiReference: 'Referenz der API',
  errorList: 'Alle Fehler',
  openApp: 'App öffnen',
  readiness: 'Ist der Dienst bereit?',
  metrics: 'Messwerte',
};

const es: Own = {
  authTitle: 'Inicio de sesión',
  authText:
    'Aquí inician sesión los usuarios de {brand}. Su aplicación le trae aquí automáticamente. En su página de cuenta puede ver y cambiar cómo inicia sesión.',
  managementTitle: 'Interfaz para servidores',
  managementText:
    'Los servidores de las empresas llaman aquí a {brand}. Para las personas solo hay lo que leen los desarrolladores.',
  idvTitle: 'Verificación de identidad',
  idvText:
    'Los usuarios de {brand} demuestran aquí quiénes son. Para empezar o continuar, abra el enlace que recibió o vuelva a su aplicación.',
  mobileTitle: 'Aprobaciones',
  mobileText:
    'Las apps de los dispositivos de los usuarios de {brand} se conectan aquí. Una de ellas funciona en su navegador.',
  opsTitle: 'Estado y métricas',
  opsText: 'Para quienes operan {brand}. Esta dirección no debe ser pública.',
  verifyEvidence: 'Verificar pruebas',
  guide: 'Guía',
  apiReference: 'Referencia de la API',
  errorList: 'Todos los errores',
  openApp: 'Abrir la app',
  readiness: '¿Está listo?',
  metrics: 'Métricas',
};

const ar: Own = {
  authTitle: 'تسجيل الدخول',
  authText:
    'هنا يسجّل مستخدمو {brand} الدخول. ينقلك تطبيقك إلى هنا تلقائيًا. في صفحة حسابك ترى كيفية تسجيل دخولك وتغيّرها.',
  managementTitle: 'واجهة للخوادم',
  managementText: 'تستدعي خوادم الشركات خدمة {brand} من هنا. ولا يوجد هنا للأشخاص إلا ما يقرؤه المطوّرون.',
  idvTitle: 'التحقق من الهوية',
  idvText: 'هنا يثبت مستخدمو {brand} هويتهم. للبدء أو المتابعة افتح الرابط الذي أُرسل إليك أو عد إلى تطبيقك.',
  mobileTitle: 'الموافقات',
  mobileText: 'تتصل هنا التطبيقات على أجهزة مستخدمي {brand}. ويعمل أحدها في متصفحك.',
  opsTitle: 'الحالة والقياسات',
  opsText: 'لمن يشغّلون {brand}. لا ينبغي أن يكون هذا العنوان عامًّا.',
  verifyEvidence: 'التحقق من الإثباتات',
  guide: 'الدليل',
  apiReference: 'مرجع الواجهة البرمجية',
  errorList: 'جميع الأخطاء',
  openApp: 'فتح التطبيق',
  readiness: 'هل الخدمة جاهزة؟',
  metrics: 'القياسات',
};

export const languages = languagesWith({ en, es, de, ar });
