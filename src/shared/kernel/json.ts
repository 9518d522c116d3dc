export type { JsonObject, JsonValue } from '@countersign/evidence';
