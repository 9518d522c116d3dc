import './sign-in.spec.js';
import './console.spec.js';
import './people.spec.js';
import './four-eyes.spec.js';
import './live.spec.js';
import './readings.spec.js';
import './callers.spec.js';
