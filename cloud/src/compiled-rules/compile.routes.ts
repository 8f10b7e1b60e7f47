import { CompileRequest, CompileResult } from '@sightline/protocol'
import type { Models } from '../models/model.service.js'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { compileRule } from './compile.service.js'

/** `/api/v1/alert-rules/compile` */
export const compileRoutes: Slice<{ models: Models }> = async (app, { models }) => {
  app.post(
    '/compile',
    {
      config: { access: atLeast('operator') },
      schema: {
        summary: 'Turn a sentence into a predicate; nothing is stored',
        body: CompileRequest,
        response: { 200: CompileResult },
      },
    },
    (request) => compileRule({ ...app.platform, models }, request.caller, request.body),
  )
}
