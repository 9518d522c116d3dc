import './identity-live.spec.js';
import './identity-vendor.spec.js';
