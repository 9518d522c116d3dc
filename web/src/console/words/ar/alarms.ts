import type { Words } from '../words.js';

export const alarms: Words['settings']['alarms'] = {
  title: 'الإنذارات',
  note: 'عندما تحتاج الخدمة إلى من يشغّلونها',
  mail: 'البريد الإلكتروني',
  server: 'خادمك',
  off: 'متوقف',
  which: 'أي الإنذارات',
  least: { warning: 'كلها', critical: 'الحرجة فقط' },
  noMail: 'لا تستطيع الخدمة إرسال بريد إليك.',
  change: 'تغيير إنذاراتك',
  changeText: 'تصلك الإنذارات ما دام دورك يُظهر حالة الخدمة.',
  sendMail: (address) => `إرسال بريد إلى ${address}`,
  url: 'عنوان خادمك (https)',
  urlHint: 'يتلقى كل رسالة في استدعاء موقّع. اترك الحقل فارغًا إن كنت لا تريد استدعاءات.',
  save: 'الحفظ بمفتاح المرور',
  secretTitle: 'سر خادمك',
  secretText: 'يتحقق به خادمك من كل استدعاء.',
  test: 'إرسال تجربة',
  tested: { sent: 'أُرسلت التجربة', failed: 'تعذّرت التجربة', off: 'متوقف' },
  answered: (status) => `الرد ${status}`,
};
