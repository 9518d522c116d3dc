import { ChosenId } from '../../../shared/http/index.js';

export class UserIdParam {
  @ChosenId({ example: 'jane.doe' }) userId!: string;
}
