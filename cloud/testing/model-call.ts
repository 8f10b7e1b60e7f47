import { z } from 'zod'
import { readJpeg } from './read-jpeg.js'

/** A picture as it arrived. */
export interface ReceivedPicture {
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** A request as it came over the wire, in the same form whichever protocol it spoke. */
export interface ReceivedCall {
  readonly protocol: 'openai' | 'anthropic'
  readonly model: string
  /** From the name of the schema that the answer is to have; null: none is named. */
  readonly purpose: string | null
  /** True: the model is asked to correct its answer. */
  readonly repair: boolean
  /** How the answer is asked for. */
  readonly format: 'json_schema' | 'json_object' | 'tool' | 'plain'
  /** The system's words. */
  readonly instructions: string
  /** The texts of the first message of the user, in order. */
  readonly texts: readonly string[]
  readonly pictures: readonly ReceivedPicture[]
  /** What is wrong with the pictures: no JPEG, cut short, of another size than its label says. */
  readonly problems: readonly string[]
  readonly maxTokens: number | null
  /** Which parameter carried it. */
  readonly maxTokensName: 'max_tokens' | 'max_completion_tokens' | null
  /** The key that came with it; null: none. */
  readonly key: string | null
  /** The body as it came. */
  readonly body: string
}

const TextPart = z.object({ type: z.literal('text'), text: z.string() })
const Content = z.union([
  z.string(),
  z.array(
    z.union([
      TextPart,
      z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
      z.object({
        type: z.literal('image'),
        source: z.object({
          type: z.literal('base64'),
          media_type: z.literal('image/jpeg'),
          data: z.string(),
        }),
      }),
      z.looseObject({ type: z.enum(['tool_use', 'tool_result']) }),
    ]),
  ),
])
const Message = z.object({ role: z.enum(['system', 'user', 'assistant']), content: Content })
const Body = z.object({
  model: z.string(),
  messages: z.array(Message),
  system: z.string().optional(),
  max_tokens: z.number().int().min(1).optional(),
  max_completion_tokens: z.number().int().min(1).optional(),
  response_format: z
    .object({
      type: z.enum(['json_schema', 'json_object']),
      json_schema: z.object({ name: z.string() }).optional(),
    })
    .optional(),
  tools: z.array(z.object({ name: z.string() })).optional(),
})
type Body = z.infer<typeof Body>
type Content = z.infer<typeof Content>

/** @throws ZodError or SyntaxError if the body is none of the protocol */
export function readCall(
  protocol: ReceivedCall['protocol'],
  headers: NodeJS.Dict<string | string[]>,
  body: string,
): ReceivedCall {
  const parsed = Body.parse(JSON.parse(body))
  const system = parsed.messages.find(({ role }) => role === 'system')?.content
  const instructions = parsed.system ?? (typeof system === 'string' ? system : '')
  const asked = parsed.messages.filter(({ role }) => role === 'user')
  const { texts, pictures, problems } = readContent(asked[0]?.content ?? [])
  const name =
    parsed.response_format?.json_schema?.name ??
    parsed.tools?.[0]?.name ??
    /\bsightline_\w+/.exec(instructions)?.[0]
  return {
    protocol,
    model: parsed.model,
    purpose: name?.replace(/^sightline_/, '') ?? null,
    repair: asked.length > 1,
    format: parsed.response_format?.type ?? (parsed.tools ? 'tool' : 'plain'),
    instructions,
    texts,
    pictures,
    problems,
    maxTokens: parsed.max_tokens ?? parsed.max_completion_tokens ?? null,
    maxTokensName: maxTokensName(parsed),
    key: keyIn(headers),
    body,
  }
}

function maxTokensName({ max_tokens, max_completion_tokens }: Body): ReceivedCall['maxTokensName'] {
  if (max_tokens !== undefined) return 'max_tokens'
  return max_completion_tokens === undefined ? null : 'max_completion_tokens'
}

function keyIn(headers: NodeJS.Dict<string | string[]>): string | null {
  const own = headers['x-api-key']
  if (typeof own === 'string') return own
  return /^Bearer (.+)$/.exec(headers.authorization?.toString() ?? '')?.[1] ?? null
}

function readContent(content: Content): Pick<ReceivedCall, 'texts' | 'pictures' | 'problems'> {
  const texts: string[] = []
  const pictures: ReceivedPicture[] = []
  const problems: string[] = []
  for (const part of typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content) {
    if (part.type === 'text') texts.push(part.text)
    const data = base64Of(part)
    if (data === null) continue
    try {
      const bytes = Buffer.from(data, 'base64')
      const size = readJpeg(bytes)
      pictures.push({ ...size, bytes: bytes.length })
      const said = /\((\d+)x(\d+)\)$/.exec(texts.at(-1) ?? '')
      if (Number(said?.[1]) !== size.width || Number(said?.[2]) !== size.height)
        problems.push(`picture ${pictures.length}: ${size.width}x${size.height} under "${texts.at(-1)}"`)
    } catch (error) {
      problems.push(
        `picture ${pictures.length + 1}: ${error instanceof Error ? error.message : 'unreadable'}`,
      )
    }
  }
  return { texts, pictures, problems }
}

function base64Of(part: Exclude<Content, string>[number]): string | null {
  if (part.type === 'image' && 'source' in part && isSource(part.source)) return part.source.data
  if (part.type !== 'image_url' || !('image_url' in part)) return null
  const { image_url: picture } = part
  return isUrl(picture) ? picture.url.replace(/^data:image\/jpeg;base64,/, '') : null
}

const isSource = (value: unknown): value is { data: string } =>
  typeof value === 'object' && value !== null && 'data' in value && typeof value.data === 'string'
const isUrl = (value: unknown): value is { url: string } =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'
