import type { Words } from '../words.js';
import { counted, DAYS, PERSONS } from './plural.js';

const LOCALE = 'ar-u-nu-latn';

/**
 * `one` is the complete text if the count is one. For other counts, the number follows the noun `more`, which then
 * needs no form for each number.
 */
const many = (one: string, more: string) => (text: string, count: number) => (count === 1 ? one : `${more}: ${text}`);

const counts = new Intl.NumberFormat(LOCALE);

const signed = (value: number, digits: number) =>
  new Intl.NumberFormat(LOCALE, {
    signDisplay: 'always',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

export const overview: Words['overview'] = {
  firstSight: {
    empty: 'لا أحد هنا بعد.',
    there: (name, side, count) => `لدى ${name} ${counted(count, PERSONS)} ضمن: ${side}.`,
    show: (name, side) => `عرض ${name}، ${side}`,
  },
  now: (now, zone) => `${now}، والأوقات بتوقيت ${zone.replaceAll('_', ' ')}.`,
  time: 'الفترة',
  days: (days) => (days === 1 ? '24 ساعة' : counted(days, DAYS)),
  ownDays: 'الأيام',
  secondPasskey: 'لديك مفتاح مرور واحد فقط.',
  secondPasskeyText: 'أضف مفتاحًا آخر، فإن فقدت الوحيد فلن تتمكن من الدخول.',
  noFigures: 'دورك لا يتيح لك الأرقام. تعرض القائمة الصفحات المتاحة لك.',
  quiet: 'كل شيء على ما يرام.',
  oldest: (when) => `الأقدم: ${when}`,
  needs: {
    'idv.reviews': many('مراجعة واحدة تنتظر', 'مراجعات تنتظر'),
    'idv.reviews-overdue': many('مراجعة واحدة متأخرة', 'مراجعات متأخرة'),
    'webhooks.failing': many('نقطة استقبال واحدة متعثرة', 'نقاط استقبال متعثرة'),
    'webhooks.disabled': many('نقطة استقبال واحدة متوقفة', 'نقاط استقبال متوقفة'),
    'four-eyes.waiting': many('معاملة واحدة تنتظر الموافقة', 'معاملات تنتظر الموافقة'),
    'jobs.parked': many('مهمة واحدة معلّقة', 'مهام معلّقة'),
    'outbox.parked': many('حدث واحد معلّق', 'أحداث معلّقة'),
    'certificates.ending': many('شهادة واحدة تنتهي قريبًا', 'شهادات تنتهي قريبًا'),
    'idv.chip-trust': many('دولة واحدة تنتهي الثقة بها قريبًا', 'دول تنتهي الثقة بها قريبًا'),
    'audit.lag': () => 'يتأخر ربط سجل التدقيق',
    'audit.stream-behind': () => 'يصل سجل التدقيق متأخرًا إلى نظام SIEM لديك',
    'notifications.tampered': many('إجابة واحدة محرَّفة', 'إجابات محرَّفة'),
    'notifications.fraud': many('بلاغ احتيال واحد', 'بلاغات احتيال'),
  },
  figures: {
    verified: 'تم التحقق، من كل الجلسات',
    median: 'الوقت الوسيط للتحقق',
    answered: 'أُجيب عنها خلال دقيقة',
    passkeys: 'تسجيل الدخول بمفتاح مرور',
    delivered: 'تسليم Webhooks',
    waiting: (text) => `في الانتظار: ${text}`,
    none: 'لا شيء في هذه الفترة',
    of: (count) => `من ${counts.format(count)}`,
    asOf: (when) => `آخر تحديث: ${when}. تُحسب كل جلسة في يوم فتحها.`,
    medianOfDays: 'نحو',
    points: (by, digits) => `${signed(by, digits)} نقطة`,
    seconds: (by) => `${signed(by, 0)} ث`,
    same: 'كما كان',
  },
  queues: {
    title: 'العمل المنتظر',
    note: 'مهام كل العمليات وأحداثها',
    system: 'النظام',
    queue: 'القائمة',
    waits: 'في الانتظار',
    parked: 'معلّق',
    late: 'التأخير',
    inTime: 'في الموعد',
    kinds: {
      events: 'الأحداث',
      'shared/deliver-webhook': 'Webhooks للتسليم',
      'notifications/push-device': 'تنبيهات إلى الهواتف',
      'users/send-activation-code': 'رموز التفعيل',
      'idv/ask-kyc': 'استعلامات KYC',
      'idv/follow-vendor': 'نتائج المورّد',
    },
  },
  charts: {
    nothing: 'لا شيء في هذه الفترة.',
    outcomes: 'عمليات التحقق حسب النتيجة',
    outcomesNote: 'حسب يوم فتحها',
    verified: 'تم التحقق',
    review: 'للمراجعة',
    rejected: 'مرفوضة',
    declined: 'امتنع الشخص',
    unfinished: 'غير مكتملة',
    funnel: 'أين يتوقف الأشخاص',
    funnelNote: 'عدد الجلسات التي فُتحت في هذه الأيام ووصلت إلى كل خطوة',
    expired: 'جلسات انتهت مهلتها',
    signIns: 'تسجيلات الدخول',
    signInsNote: 'حسب الطريقة',
    passkey: 'مفتاح مرور',
    password: 'كلمة مرور',
    otherWays: 'غير ذلك',
    answered: 'الإجابات عن الطلبات',
    answeredNote: (count) => `أُغلق ${count}؛ وأدناه الوقت الذي استغرقه الأشخاص`,
    answers: {
      accept: 'مقبول',
      reject: 'مرفوض',
      fraud: 'بلاغ احتيال',
      none: 'لا إجابة',
      NA: 'لا إجابة',
    },
    within: (from, to) => (to === 'more' ? `أكثر من ${from} ث` : `${from}–${to} ث`),
    webhooksNote: 'كل عمود يوم واحد',
    endpoints: 'كل نقاط الاستقبال',
  },
};
