import type { OpenAPIObject } from '@nestjs/swagger';

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: { type: 'string' as const } } },
});

/** Documents the URL that an enterprise gives to its user. The pages that follow are not part of the API. */
export const idvLinkPaths: OpenAPIObject['paths'] = {
  '/IdvWebServer/idvRegistration.htm': {
    get: {
      operationId: 'idvRegistration',
      tags: ['Identity verification'],
      summary: "Open the verification pages in the user's browser",
      description:
        "Send the user's browser to this address. `POST /v1/idvWebTokens` returns it as `idvUrl`. Do not call it from a server: it returns an HTML page and sets a cookie that ties the session to this browser. At the end, the pages redirect the browser to the `redirectUrl`.",
      parameters: [
        {
          name: 'token',
          in: 'query',
          required: true,
          description: 'The query parameter `token` of the `idvUrl`. It contains the `web_session_id`.',
          schema: { type: 'string' },
          example: 'mZ3n…',
        },
      ],
      responses: {
        '200': page('The first page. It explains what is verified and which enterprise asked for it.'),
        '303': {
          description:
            'This browser has already started the session. It is redirected to the step at which the session continues.',
        },
        '404': page('The link is unknown, or the session has expired or ended.'),
        '409': page('Another browser has started this session.'),
        '429': page('Too many requests from this address.'),
      },
    },
  },
};
