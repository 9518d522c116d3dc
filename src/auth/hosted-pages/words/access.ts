/** English texts about the applications that have access to an account, and about choosing between accounts. */
export const enAccess = {
  applications: 'Applications with access',
  applicationsLead:
    'Applications that you signed in to and that may use your data. Without access, an application has to ask you again.',
  noApplications: 'No application has access.',
  applicationMay: 'May: {may}',
  removeAccess: 'Remove access',
  removeAccessOf: 'Remove access: {name}',
  applicationRemoved: 'The application no longer has access.',
  changeAccess: 'Change access',
  changeAccessOf: 'Change access: {name}',
  accessChanged: 'The access was changed.',
  chooseTitle: 'Choose an account',
  chooseForget: 'Forget {name} in this browser',
  chooseShared: 'Shared device? Press × to forget an account here. The account itself does not change.',
  chooseOther: 'Use another account',
};

export type AccessWords = Readonly<Record<keyof typeof enAccess, string>>;

export const esAccess: AccessWords = {
  applications: 'Aplicaciones con acceso',
  applicationsLead:
    'Aplicaciones en las que ha iniciado sesión y que pueden usar sus datos. Sin acceso, una aplicación tiene que volver a pedirle permiso.',
  noApplications: 'Ninguna aplicación tiene acceso.',
  applicationMay: 'Puede: {may}',
  removeAccess: 'Retirar el acceso',
  removeAccessOf: 'Retirar el acceso: {name}',
  applicationRemoved: 'La aplicación ya no tiene acceso.',
  changeAccess: 'Cambiar el acceso',
  changeAccessOf: 'Cambiar el acceso: {name}',
  accessChanged: 'El acceso se ha cambiado.',
  chooseTitle: 'Elija una cuenta',
  chooseForget: 'Olvidar a {name} en este navegador',
  chooseShared: '¿Dispositivo compartido? Pulse × para olvidar una cuenta aquí. La cuenta no cambia.',
  chooseOther: 'Usar otra cuenta',
};

export const deAccess: AccessWords = {
  applications: 'Anwendungen mit Zugriff',
  applicationsLead:
    'Anwendungen, bei denen Sie sich angemeldet haben und die Ihre Daten nutzen dürfen. Ohne Zugriff muss eine Anwendung Sie erneut fragen.',
  noApplications: 'Keine Anwendung hat Zugriff.',
  applicationMay: 'Darf: {may}',
  removeAccess: 'Zugriff entziehen',
  removeAccessOf: 'Zugriff entziehen: {name}',
  applicationRemoved: 'Die Anwendung hat keinen Zugriff mehr.',
  changeAccess: 'Zugriff ändern',
  changeAccessOf: 'Zugriff ändern: {name}',
  accessChanged: 'Der Zugriff wurde geändert.',
  chooseTitle: 'Konto wählen',
  chooseForget: '{name} in diesem Browser vergessen',
  chooseShared: 'Gemeinsames Gerät? Mit × wird ein Konto hier vergessen. Das Konto selbst bleibt, wie es ist.',
  chooseOther: 'Anderes Konto verwenden',
};

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
