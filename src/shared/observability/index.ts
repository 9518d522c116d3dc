export {
  UsageError,
  type Command,
  type CommandContext,
  type CommandOption,
  type CommandTable,
  defineCommand,
} from './command.js';
export { DevelopmentStart, type StartNote } from './development-start.js';
export { BoundedProbe, Readiness, type Report } from './health.js';
export { createLogWriter, painted, prettyLine, showAllLogs, usesColour } from './logs/log-writer.js';
export { NestLogs, useLogs } from './logs/nest-logs.js';
export { errorRecord, isError, maskShapes } from './logs/redaction.js';
export { MetricsRegistry } from './metrics.js';
export { OperationsModule } from './operations.module.js';
export { attention, type Finding, ok, type ReadyCheck, type ReadyTopic, wrong } from './ready-check.js';
export { nameRoute } from './requests/access-log.js';
export { RequestObserver } from './requests/request-observer.js';
export { inSpan } from './spans.js';
