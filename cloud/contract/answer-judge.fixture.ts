import { ErrorEnvelope } from '@sightline/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'

const Document = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        responses: z.record(
          z.string(),
          z.looseObject({
            content: z.record(z.string(), z.looseObject({ schema: z.unknown().optional() })).optional(),
          }),
        ),
      }),
    ),
  ),
})

/** The envelope, and nothing beside it. */
const Refusal = ErrorEnvelope.strict()

/** What an answer shows of itself. */
export interface SeenAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Judges answers by the OpenAPI document, as a client that validates what it gets. */
export class AnswerJudge {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  readonly #paths: z.infer<typeof Document>['paths']

  constructor(openApi: unknown) {
    const document = Document.parse(openApi)
    this.#paths = document.paths
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(document, 'api')
  }

  /**
   * What is wrong with an answer, or null.
   * @param name the route it came from, as the document writes it: `GET /api/v1/sites/{id}`
   */
  faultOf(name: string, answer: SeenAnswer): string | null {
    const { statusCode, body } = answer
    if (statusCode >= 500) return 'a failure of the service'
    const type = typeof answer.headers['content-type'] === 'string' ? answer.headers['content-type'] : ''
    const [method = '', path = ''] = name.split(' ')
    if (method === 'HEAD') return body === '' ? null : 'a body for HEAD'
    const refused = statusCode >= 400 ? refusalFault(type, body) : null
    if (refused !== null) return refused
    const described = this.#paths[path]?.[method.toLowerCase()]?.responses[String(statusCode)]
    if (!described) return `the document knows no ${statusCode} of ${name}`
    const content = described.content ?? {}
    if (Object.keys(content).length === 0) return body === '' ? null : 'a body where none is described'
    const mediaType = type.split(';')[0] ?? ''
    if (!(mediaType in content)) return `${type} is not described`
    return mediaType === 'application/json' ? this.#bodyFault(method, path, statusCode, body) : null
  }

  #bodyFault(method: string, path: string, status: number, body: string): string | null {
    const escaped = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
    const pointer = `api#/paths/${escaped}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
    const validate = this.#ajv.getSchema(pointer)
    if (!validate) return null
    if (validate(JSON.parse(body))) return null
    return `not as described: ${this.#ajv.errorsText(validate.errors)}`
  }
}

/** Every refusal comes in the envelope and tells nothing of the inside. */
function refusalFault(type: string, body: string): string | null {
  if (type !== 'application/json; charset=utf-8') return `a refusal as ${type}`
  const envelope = Refusal.safeParse(JSON.parse(body))
  if (!envelope.success) return 'a refusal outside the envelope'
  const tells = /select |insert |node_modules|\.ts:|postgres/i.exec(envelope.data.error.message)
  return tells ? `tells of the inside: ${tells[0]}` : null
}
