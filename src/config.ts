export {
  CONFIG,
  readConfig,
  readFaceModelSettings,
  readReadingMs,
  type Config,
  type FaceModelSettings,
} from './config/read-config.js';
export { misspelledSettings } from './config/misspelled.js';
export { MOBILEFACENET_TERMS, settingGroups, settings } from './config/setting-table.js';
export type { Mailbox } from './config/setting-kinds.js';
export { ConfigError, type Environment, type Setting } from './config/settings.js';
