import './deliveries.spec.js';
import './endpoints.spec.js';
import './users.spec.js';
import './receivers.spec.js';
import './isolation.spec.js';
import './names.spec.js';
import './upkeep.spec.js';
import './callbacks.spec.js';
