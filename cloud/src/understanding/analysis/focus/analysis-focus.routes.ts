import { AnalysisFocus, AnalysisFocusPage, AnalysisFocusPut, ById, PageQuery } from '@sightline/protocol'
import type { Slice } from '../../../platform/http/slice.js'
import { getFocus, listFocusHistory, putFocus } from './analysis-focus.service.js'

/** `/api/v1/cameras/{id}/analysis-focus`; whoever sees the camera may also write it (interface: Cameras). */
export const analysisFocusRoutes: Slice = async (app) => {
  app.get(
    '/:id/analysis-focus',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getAnalysisFocus',
        summary: 'What a camera is watched for',
        params: ById,
        response: { 200: AnalysisFocus },
      },
    },
    (request) => getFocus(app.platform, request.caller, request.params.id),
  )

  app.put(
    '/:id/analysis-focus',
    {
      config: { access: 'authenticated', errors: ['conflict'] },
      schema: {
        operationId: 'setAnalysisFocus',
        summary: 'Say what a camera is watched for',
        params: ById,
        body: AnalysisFocusPut,
        response: { 200: AnalysisFocus },
      },
    },
    (request) => putFocus(app.platform, request.caller, request.params.id, request.body),
  )

  app.get(
    '/:id/analysis-focus/history',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'listAnalysisFocusVersions',
        summary: 'All versions of what a camera is watched for, newest first',
        params: ById,
        querystring: PageQuery,
        response: { 200: AnalysisFocusPage },
      },
    },
    (request) => listFocusHistory(app.platform, request.caller, request.params.id, request.query),
  )
}
