import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { credentialOf, endOfToken } from '../../identity/auth/standing.service.js'
import { atLeast, bearerToken } from '../../platform/http/access.js'
import { originOf } from '../../platform/http/authenticator.js'
import { openAnswer } from '../../platform/http/open-answer.js'
import type { Slice } from '../../platform/http/slice.js'
import { NoticeStream } from './notice-stream.js'
import { retryText } from './notice-text.js'
import type { Notices } from './notices.service.js'

/** After how long to connect again, ms, and over how long the many of a node are spread. */
const retry = { afterMs: 1_000, overMs: 4_000 }

const Headers = z.object({
  'last-event-id': z
    .string()
    .max(16_384)
    .optional()
    .describe('`id` of the last event that was read: what changed since is told first'),
})

/** `/api/v1/notices` */
export const noticeRoutes: Slice<{ notices: Notices }> = async (app, { notices }) => {
  app.addHook('preClose', () => notices[Symbol.asyncDispose]())
  let answered = 0

  app.get(
    '/',
    {
      config: { access: atLeast('viewer'), since: 'v1.4' },
      schema: {
        operationId: 'listenToNotices',
        summary: 'What changes, as it happens: server-sent events',
        description:
          'The answer goes on until its reader leaves, the access token ends, or the access does. Events are `change` with a `Notice`, ' +
          '`ready` once what was missed is told, `reset` where something may have been missed and all is to be read again (and `resync` ' +
          'right after it, which says the same), and `end` with the reason. After it ended, or broke, connect again with the `id` that came last as `Last-Event-ID`. What a program must ' +
          'not miss is read from the lists by `updated_since`. See docs/notices.md.',
        headers: Headers,
        response: {
          200: {
            description: 'Events without an end',
            content: { 'text/event-stream': { schema: z.string() } },
          },
        },
      },
    },
    async (request, reply) => {
      if (request.method === 'HEAD') return streaming(reply).send('')
      const { caller } = request
      const stream = new NoticeStream(reply.raw, app.platform.clock)
      closeWithConnection(stream, request.raw, reply.raw)
      answered += 1
      stream.write(retryText(retry.afterMs + ((answered * 997) % retry.overMs)))
      try {
        await notices.listen(stream, {
          caller,
          credential: credentialOf(caller),
          from: originOf(request),
          expiresAt: await endOfToken(app.platform, bearerToken(request)),
          lastEventId: request.headers['last-event-id'],
        })
      } catch (error) {
        stream.close()
        throw error
      }
      openAnswer(request, streaming(reply))
      stream.open()
      return reply
    },
  )
}

function streaming<T extends FastifyReply>(reply: T): T {
  // Proxies hand on what there is, as it comes. And a node that stops need not wait for connections that were listened on.
  reply.type('text/event-stream').header('x-accel-buffering', 'no').header('connection', 'close')
  return reply
}

/** An answer behind another one on its connection is not told that the connection is gone. */
function closeWithConnection(
  stream: NoticeStream,
  { socket }: IncomingMessage,
  answer: ServerResponse,
): void {
  if (answer.socket === socket) return
  if (socket.destroyed) return stream.close()
  const close = () => stream.close()
  socket.once('close', close)
  stream.onClose(() => socket.off('close', close))
}
