import { signalsOn } from './signals-on.js';

describe('Signals', () => signalsOn(() => ({})));
