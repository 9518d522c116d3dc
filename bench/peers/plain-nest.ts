import 'reflect-metadata';
import {
  Controller,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Matches } from 'class-validator';
import type { AddressInfo, Server } from 'node:net';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { DataSource } from 'typeorm';

/**
 * A plain Nest application, as a team would write it in a day with the same packages: a guard, a pipe, and the
 * statement that the service sends.
 */
const { connection, lookup, token } = JSON.parse(process.env['PEER'] ?? '') as {
  connection: { host: string; port: number; user: string; database: string };
  lookup: string;
  token: { publicKey: string; issuer: string; audience: string };
};

class UserIdParam {
  @Matches(/^[\w.@+|-]{1,255}$/)
  userId!: string;
}

@Injectable()
class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKey: token.publicKey,
      algorithms: ['ES256'],
      issuer: token.issuer,
      audience: token.audience,
    });
  }

  validate(claims: { client_id: string; scope: string }): object | false {
    return claims.scope.split(' ').includes('users:read') && { clientId: claims.client_id };
  }
}

@Controller('v1/users')
@UseGuards(AuthGuard('jwt'))
class UsersController {
  constructor(private readonly dataSource: DataSource) {}

  @Get(':userId')
  async get(@Param() { userId }: UserIdParam): Promise<unknown> {
    const [user] = await this.dataSource.query<unknown[]>(lookup, ['default', false, userId]);
    if (!user) throw new NotFoundException();
    return user;
  }
}

@Module({
  imports: [
    PassportModule,
    TypeOrmModule.forRoot({ type: 'postgres', ...connection, username: connection.user, poolSize: 16 }),
  ],
  controllers: [UsersController],
  providers: [JwtStrategy],
})
class PlainModule {}

const app = await NestFactory.create(PlainModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
const server = (await app.listen(0, '127.0.0.1')) as Server;
process.send?.((server.address() as AddressInfo).port);
