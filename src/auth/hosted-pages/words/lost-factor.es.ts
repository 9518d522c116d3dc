import type { LostFactorWords } from './lost-factor.en.js';

export const lostFactor: LostFactorWords = {
  codes: 'Códigos de recuperación',
  codesLead: 'Si pierde su segundo factor, uno de estos le deja entrar. Cada uno sirve una sola vez.',
  codesMake: 'Crear códigos de recuperación',
  codesRenew: 'Crear otros nuevos',
  codesLeft: 'Quedan {count} de 10.',
  codesOnce: 'Imprima estos códigos o guárdelos en un gestor de contraseñas. No podemos volver a mostrarlos.',
  codesMade: 'Sus códigos de recuperación se han creado.',
  codesUse: 'Tengo un código de recuperación',
  codesCode: 'Código de recuperación',
  codesTold: 'Avisamos a sus dispositivos y a su correo. Tiene 15 minutos para configurar un nuevo segundo paso.',
  codesWrong: 'Ese código de recuperación no es correcto o ya se usó. Introduzca otro.',
  lost: 'No puedo usar ninguno de estos',
  lostTitle: '¿No puede usar su segundo paso?',
  lostIdentity: 'Tengo mi pasaporte o documento de identidad',
  lostIdentityText:
    'Comprobamos quién es en unos 3 minutos. Después espera {time}, para que nadie lo haga en su nombre.',
  lostNone: '¿No tiene nada de esto? Pregunte a {brand}: allí comprobarán quién es.',
  lostBack: 'Volver al segundo paso',
  lostChecking: 'La comprobación de su identidad no ha terminado. ¿La interrumpió? Empiece de nuevo.',
  lostRefused: 'La comprobación no ha confirmado quién es. No ha cambiado nada.',
  lostElsewhere:
    'Alguien que conoce su contraseña está sustituyendo su segundo paso en otro navegador. Si no es usted, deténgalo y cambie su contraseña.',
  lostTooMany: 'Lo ha iniciado tres veces. Inténtelo de nuevo mañana.',
  lostNotNow: 'Ahora no es posible. Su segundo paso sigue como está.',
  lostStop: 'Detener',
  lostStopped: 'Se ha detenido. Su segundo paso sigue como está.',
  lostReadyTitle: 'Configure un segundo paso nuevo',
  lostReady:
    'La espera ha terminado. Lo que configure ahora sustituye todos los segundos pasos anteriores, también sus teléfonos, y cierra las demás sesiones.',
  factorWaitTitle: 'Espera de seguridad',
  waitLead:
    'Su identidad está confirmada. Hemos avisado a todos sus dispositivos y a su correo, por si alguien lo hace en su nombre.',
  waitUntil: 'Puede continuar desde el {date}.',
  waitBrowser: 'Entonces inicie sesión de nuevo en este navegador. Hasta entonces puede cerrarlo.',
  waitHelp: '¿Tiene prisa? Solo {brand} puede darle acceso antes.',
  replacedFrom:
    'Alguien que conoce su contraseña sustituye su segundo paso. Vale desde el {date}. ¿No es usted? Deténgalo y cambie su contraseña.',
  replacedStop: 'Detenerlo, no fui yo',
  replaceStop: 'Detener una sustitución',
  replaceStopLead: 'Introduzca su nombre de usuario y el código del correo. Así su segundo paso sigue como está.',
  replaceStopNow: 'Detenerla',
  replaceStopWrong:
    'Compruebe su nombre de usuario y el código e inténtelo de nuevo. El código sirve hasta que se configure el nuevo segundo paso.',
  replaceStopped: 'La sustitución se ha detenido',
  replaceStoppedText: 'Su segundo paso sigue como está. Alguien conoce su contraseña: cámbiela ahora.',
};
