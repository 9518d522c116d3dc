import './phone-screens.spec.js';
import './phone-face.spec.js';
