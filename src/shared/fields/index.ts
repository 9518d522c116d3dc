export { array, ArrayField, json, JsonField, MapField, object, ObjectField } from './containers.js';
export { Field } from './field.decorator.js';
export {
  ChosenId,
  chosenId,
  email,
  EmailField,
  httpsUrl,
  HttpsUrlField,
  LanguageField,
  PasswordHashField,
  PhoneField,
  ReturnUrlField,
  TimeField,
  uuid,
  UuidField,
} from './formats.js';
export { type Kind, scalar } from './kind.js';
export { listOf, PageQuery, Paging } from './paging.js';
export { boolean, BooleanField, EnumField, integer, IntegerField, oneOf, text, TextField } from './scalars.js';
export { timeRange, type TimeRange, TimeRangeQuery } from './time-range.js';
export { UnreadBody } from './validation/field-errors.js';
export { RequestValidationPipe } from './validation/request-validation.pipe.js';
export { inputViolations } from './validation/soundness.js';
