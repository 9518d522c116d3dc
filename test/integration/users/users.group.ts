import './activation-mail.spec.js';
import './activation.spec.js';
import './device-upkeep.spec.js';
import './enrolment.spec.js';
import './erasure.spec.js';
import './import.spec.js';
import './inactivity.spec.js';
import './mailbox.spec.js';
