import { CompileRequest, CompileResult } from '@sightline/protocol'
import { atLeast } from '../../../platform/http/access.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { Models } from '../../../understanding/models/model.service.js'
import { compileRule } from './compile.service.js'

/** `/api/v1/alert-rules/compile` */
export const compileRoutes: Slice<{ models: Models }> = async (app, { models }) => {
  app.post(
    '/compile',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'compileRule',
        summary: 'Turn a sentence into a predicate; nothing is stored',
        body: CompileRequest,
        response: { 200: CompileResult },
      },
    },
    (request) => compileRule({ ...app.platform, models }, request.caller, request.body),
  )
}
