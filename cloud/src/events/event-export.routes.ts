import { Readable } from 'node:stream'
import { EventFilterQuery } from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { exportEvents } from './event.service.js'

/** `/api/v1/events/export` */
export const eventExportRoutes: Slice = async (app) => {
  app.get(
    '/export',
    {
      config: { access: atLeast('operator'), since: 'v1.1' },
      schema: {
        summary: 'Export events as CSV',
        description:
          'The events that match, newest first, one a line under a line of names. Text that a spreadsheet would ' +
          'take for a formula has an apostrophe in front. More events than `EVENT_EXPORT_MAX_ROWS` are a 413.',
        querystring: EventFilterQuery,
        response: {
          200: { description: 'A file to download', content: { 'text/csv': { schema: z.string() } } },
        },
      },
    },
    async (request, reply) => {
      const lines = await exportEvents(app.platform, request.caller, request.query)
      reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="events-${fileTime(app.platform.clock.now())}.csv"`,
        )
      sendStream(reply, Readable.from(lines, { objectMode: false }))
      return reply
    },
  )
}

/** `20260314T093000Z` */
const fileTime = (at: number): string =>
  new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')

/** The stream ends when its reader does: the batch that is being read is the last. */
function sendStream(reply: { send(stream: unknown): unknown }, stream: Readable): void {
  reply.send(stream)
}
