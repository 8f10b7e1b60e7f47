import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { packageFolder } from '../process/package-folder.js'

/** By operationId: what was sent, and what a running service answered, as the contract tests recorded it. */
export const AnswerExamples = z.record(
  z.string(),
  z.object({ status: z.number().int(), request: z.unknown().optional(), answer: z.unknown().optional() }),
)

export type AnswerExamples = z.infer<typeof AnswerExamples>

/** Where they stand, in the package of the cloud. */
export const examplesFile = new URL('examples/answers.json', packageFolder)

export function readExamples(): AnswerExamples {
  return AnswerExamples.parse(JSON.parse(readFileSync(examplesFile, 'utf8')))
}

const Content = z.record(z.string(), z.looseObject({ example: z.unknown().optional() }))
const Document = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string().optional(),
        requestBody: z.looseObject({ content: Content }).optional(),
        responses: z.record(z.string(), z.looseObject({ content: Content.optional() })).optional(),
      }),
    ),
  ),
})

/** Gives each operation of the document its example: the body that was sent, and the answer under its status. */
export function withExamples<T extends object>(document: T, examples: AnswerExamples): T {
  const { paths } = Document.parse(document)
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const example = examples[operation.operationId ?? '']
    if (!example) continue
    const sent = operation.requestBody?.content['application/json']
    if (sent && example.request !== undefined) sent.example = example.request
    const answered = operation.responses?.[String(example.status)]?.content?.['application/json']
    if (answered && example.answer !== undefined) answered.example = example.answer
  }
  return { ...document, paths }
}
