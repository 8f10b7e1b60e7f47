import { AnalysisFocusPresetList } from '@sightline/protocol'
import type { Slice } from '../../../platform/http/slice.js'
import { focusPresets } from './focus-presets.js'

/** `/api/v1/analysis-focus-presets` */
export const analysisFocusPresetRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config: { access: 'authenticated', alsoWithoutSites: true },
      schema: {
        operationId: 'listAnalysisFocusPresets',
        summary: 'Analysis focus for common purposes, to begin from',
        response: { 200: AnalysisFocusPresetList },
      },
    },
    () => ({ data: [...focusPresets] }),
  )
}
