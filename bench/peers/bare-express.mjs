import express from 'express';

/** What a request costs when nothing is done with it: the baseline of every ratio. */
const answer = { userId: 'bench', status: 'CREATED' };
const server = express()
  .disable('x-powered-by')
  .set('etag', false)
  .get('/v1/users/:userId', (_request, response) => response.json(answer))
  .listen(0, '127.0.0.1', () => process.send(server.address().port));
