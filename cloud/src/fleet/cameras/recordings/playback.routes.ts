import {
  ById,
  CameraTimeline,
  CameraTimelineQuery,
  ClipAt,
  ClipAtQuery,
  RecordingCoverage,
  RecordingCoverageQuery,
  RecordingListQuery,
  RecordingPage,
} from '@sightline/protocol'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import { atLeast } from '../../../platform/http/access.js'
import { sendJsonText } from '../../../platform/http/send-json-text.js'
import type { Slice } from '../../../platform/http/slice.js'
import { getCameraTimeline } from './camera-timeline.js'
import { getClipAt, getCoverage, listRecordings } from './recording.service.js'

/** `/api/v1/cameras/{id}`: what was recorded, and when. */
export const playbackRoutes: Slice<{ links: MediaLinks }> = async (app, { links }) => {
  const { platform } = app

  app.get(
    '/:id/recording-coverage',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getRecordingCoverage',
        summary: 'When there are clips of a camera',
        params: ById,
        querystring: RecordingCoverageQuery,
        response: { 200: RecordingCoverage },
      },
    },
    (request) => getCoverage(platform, request.caller, request.params.id, request.query),
  )

  app.get(
    '/:id/timeline',
    {
      config: { access: atLeast('viewer'), since: 'v1.4' },
      schema: {
        operationId: 'getCameraTimeline',
        summary: 'What happened before a camera, event by event',
        params: ById,
        querystring: CameraTimelineQuery,
        response: { 200: CameraTimeline },
      },
    },
    async ({ caller, params, query }, reply) => {
      // JSON text already: thousands of events are not to be checked one by one.
      const timeline = await getCameraTimeline({ ...platform, links }, caller, params.id, query)
      return sendJsonText(reply, timeline)
    },
  )

  app.get(
    '/:id/recordings',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listRecordings',
        summary: 'Clips of a camera, newest first',
        params: ById,
        querystring: RecordingListQuery,
        response: { 200: RecordingPage },
      },
    },
    (request) => listRecordings(platform, request.caller, request.params.id, request.query),
  )

  app.get(
    '/:id/clip-at',
    {
      config: { access: atLeast('viewer'), errors: ['conflict'] },
      schema: {
        operationId: 'getClipAt',
        summary: 'The clip that shows a moment',
        params: ById,
        querystring: ClipAtQuery,
        response: { 200: ClipAt },
      },
    },
    (request) => getClipAt({ ...platform, links }, request.caller, request.params.id, request.query),
  )
}
