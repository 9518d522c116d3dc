import type { AccessWords } from './words-en.js';

export const arAccess: AccessWords = {
  applications: 'التطبيقات المسموح لها بالوصول',
  applicationsLead:
    'التطبيقات التي سجّلت الدخول إليها ويمكنها استخدام بياناتك. من دون هذا الوصول يتعيّن على التطبيق أن يطلب إذنك من جديد.',
  noApplications: 'لا يوجد تطبيق مسموح له بالوصول.',
  applicationMay: 'يمكنه: {may}',
  removeAccess: 'إلغاء الوصول',
  removeAccessOf: 'إلغاء الوصول: {name}',
  applicationRemoved: 'لم يعد مسموحًا للتطبيق بالوصول.',
  changeAccess: 'تغيير الوصول',
  changeAccessOf: 'تغيير الوصول: {name}',
  accessChanged: 'تم تغيير الوصول.',
  chooseTitle: 'اختر حسابًا',
  chooseForget: 'نسيان {name} في هذا المتصفح',
  chooseShared: 'جهاز مشترك؟ اضغط × لنسيان الحساب هنا. الحساب نفسه لا يتغير.',
  chooseOther: 'استخدام حساب آخر',
};
