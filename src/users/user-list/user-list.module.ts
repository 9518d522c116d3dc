import { Module } from '@nestjs/common';
import { UserModule } from '../user/user.module.js';
import { UserList } from './user-list.service.js';
import { UserListController } from './user-list.controller.js';
import { UserFiles } from './user-files.service.js';
import { UserFigures } from './user-figures.repository.js';
import { UserHits } from './user-hits.adapter.js';
import { UserSearch } from './user-search.repository.js';

/** The list of users, with its filters and its search. */
@Module({
  imports: [UserModule],
  controllers: [UserListController],
  providers: [UserFigures, UserFiles, UserHits, UserList, UserSearch],
  exports: [UserFiles],
})
export class UserListModule {}
