import type { DeviceWords } from './words-en.js';

export const arDevice: DeviceWords = {
  deviceTitle: 'ربط جهاز',
  deviceLead: 'أدخِل الرمز الذي يعرضه جهازك.',
  deviceCode: 'الرمز على الجهاز',
  deviceCodeHint: 'ثمانية أحرف. لا فرق بين الأحرف الكبيرة والصغيرة، ولا أهمية للشرطة.',
  deviceGoOn: 'متابعة',
  deviceWrong: 'تحقّق من الرمز على جهازك وحاول مرة أخرى. يعمل الرمز لمدة عشر دقائق.',
  deviceOver: 'انتهت صلاحية هذا الرمز أو سبق استخدامه. ابدأ من جديد على جهازك.',
  deviceAgain: 'بقيت الصفحة مفتوحة وقتًا طويلًا. أدخِل الرمز مرة أخرى.',
  deviceAskTitle: 'هل تريد تسجيل الدخول إلى {client} على جهاز؟',
  deviceAskCode: 'يعرض جهازك',
  deviceFrom: 'يأتي الطلب من {place}.',
  deviceFromUnknown: 'لا نعرف من أين يأتي الطلب.',
  deviceElsewhere: 'هذه شبكة غير شبكتك. كن حذرًا إذا كان يُفترض أن يكون الجهاز بجانبك.',
  deviceBeware:
    'تابع فقط إذا بدأت هذا بنفسك وكنت ترى الجهاز. من كان الجهاز بيده يدخل إلى حسابك. لا يطلب {brand} ذلك أبدًا بالهاتف أو البريد أو المحادثة.',
  deviceYes: 'نعم، سجّل الدخول',
  deviceNo: 'لا، أوقفه',
  deviceDoneTitle: 'تم تسجيل دخول جهازك',
  deviceDone: 'تابع هناك. يمكنك إغلاق هذه النافذة الآن.',
  deviceStoppedTitle: 'لم يتم تسجيل دخول الجهاز',
  deviceStopped: 'لم يحصل الجهاز على شيء من حسابك. يمكنك إغلاق هذه النافذة الآن.',
};
