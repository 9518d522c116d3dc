import '../../../src/users/activation/activation-mail.integration.spec.js';
import '../../../src/users/activation/activation.integration.spec.js';
import '../../../src/users/devices/device-upkeep.integration.spec.js';
import '../../../src/users/management/enrolment.integration.spec.js';
import '../../../src/users/upkeep/erasure.integration.spec.js';
import '../../../src/users/upkeep/inactivity.integration.spec.js';
import '../../../src/users/mail/mailbox.integration.spec.js';
