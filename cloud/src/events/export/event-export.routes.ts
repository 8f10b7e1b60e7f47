import { EventExportQuery } from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../platform/http/access.js'
import { goneSignal, sendFile } from '../../platform/http/send-file.js'
import type { Slice } from '../../platform/http/slice.js'
import type { TagsOfLabel } from '../event-filter.service.js'
import { exportEvents } from './export-events.js'

/** `/api/v1/events/export` */
export const eventExportRoutes: Slice<{ tagsOfLabel: TagsOfLabel }> = async (app, { tagsOfLabel }) => {
  app.get(
    '/export',
    {
      config: { access: atLeast('operator'), since: 'v1.1', errors: ['too_large'] },
      schema: {
        operationId: 'exportEvents',
        summary: 'Export events as CSV',
        description:
          'The events that match, newest first, one a line under a line of names. Text that a spreadsheet would ' +
          'take for a formula has an apostrophe in front. More events than `EVENT_EXPORT_MAX_ROWS` are a 413.',
        querystring: EventExportQuery,
        response: {
          200: { description: 'A file to download', content: { 'text/csv': { schema: z.string() } } },
        },
      },
    },
    async (request, reply) => {
      const lines = await exportEvents(
        { ...app.platform, tagsOfLabel },
        request.caller,
        request.query,
        goneSignal(reply),
      )
      const at = app.platform.clock.now()
      return sendFile(reply, { name: 'events', extension: 'csv', at, lines })
    },
  )
}
