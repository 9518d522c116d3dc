import { ChosenId } from '../../../shared/http/fields/index.js';

export class UserIdParam {
  @ChosenId({ example: 'jane.doe' }) userId!: string;
}
