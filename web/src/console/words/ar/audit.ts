import type { Words } from '../words.js';
import { counted } from './plural.js';

const ENTRIES = { one: 'قيد جديد واحد', two: 'قيدان جديدان', few: 'قيود جديدة', many: 'قيدًا جديدًا', other: 'قيد جديد' };

export const audit: Words['audit'] = {
  about: 'من فعل ماذا، ولمن، ومتى، ومن أين. لا أحد يستطيع تغييره، ولا نحن.',
  search: 'معرّف مشغّل أو عميل أو مستخدم، أو عنوان، أو معرّف تتبع',
  what: 'الإجراء',
  by: 'المنفّذ',
  subject: 'يخص',
  outcome: 'النتيجة',
  from: 'المصدر',
  when: 'التاريخ',
  time: 'الوقت',
  trace: 'التتبع',
  comments: 'السبب',
  done: 'تم',
  entry: 'القيد',
  number: (text) => `القيد ${text}`,
  notLinked: 'ليس في السلسلة بعد',
  sameTrace: 'كل ما نفّذه هذا الاستدعاء',
  noneText: 'يعود السجل إلى اليوم الأول. وسّع الفترة الزمنية.',
  kinds: [
    ['users.*', 'المستخدمون'],
    ['auth.*', 'تسجيل الدخول'],
    ['idv.*', 'عمليات التحقق'],
    ['notifications.*', 'الطلبات'],
    ['webhooks.*', 'Webhooks'],
    ['operators.*', 'المشغّلون'],
    ['audit.*', 'هذا السجل'],
  ],
  actors: [
    ['operator', 'المشغّلون'],
    ['client', 'البرامج'],
    ['user', 'المستخدمون'],
    ['system', 'الخدمة'],
  ],
  outcomes: [
    ['done', 'تم'],
    ['refused', 'مرفوض'],
  ],
  chain: (number) => `تصل السلسلة إلى القيد ${number}.`,
  chainText: (unlinked) =>
    unlinked === 0 ? 'كل القيود مرتبطة.' : `${counted(unlinked, ENTRIES)}: يكتمل الربط بعد لحظات.`,
  checkpoint: (at) => `وُقّعت آخر نقطة تحقق في ${at}.`,
  saveCheckpoint: 'احفظها في مكان آخر',
};
