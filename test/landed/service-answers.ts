import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type ApiClient, until } from '../harness/index.js'

/** An answer of a service to a GET, as a client keeps it. */
export const ServiceAnswer = z.object({
  path: z.string(),
  status: z.number().int(),
  /** Without its parameters; empty where there is none. */
  content_type: z.string(),
  body: z.unknown(),
})
export type ServiceAnswer = z.infer<typeof ServiceAnswer>

const Document = z.object({ paths: z.record(z.string(), z.object({ get: z.unknown().optional() })) })
const List = z.object({ data: z.array(z.record(z.string(), z.unknown())) })
/** By which an entry of a list is asked for. */
const Key = z.union([z.string(), z.number()])

/** These do not end, are no part of the interface, make something, or go a fixed time after they came. */
const leftOut = /\/(notices|live|openapi\.json|docs|clip-preview)$|\/deliveries\b/
const unknownId = '00000000-0000-4000-8000-000000000000'

/**
 * Asks for everything that a service's own OpenAPI document says can be read: each list, the first of it and one at a time, what
 * is below that, and what is not there.
 * @param describedAt where the document is
 */
export async function readAnswers(api: ApiClient, describedAt: string): Promise<ServiceAnswer[]> {
  const { paths } = Document.parse((await api.get(describedAt)).body)
  const readable = Object.entries(paths)
    .filter(([path, { get }]) => get !== undefined && !leftOut.test(path))
    .map(([path]) => path)
    // A list before what is in it.
    .toSorted((a, b) => a.split('{').length - b.split('{').length || (a < b ? -1 : 1))
  const read = new Map<string, ServiceAnswer>()
  for (const template of readable) {
    const path = pathTo(template, read)
    if (path !== null) await ask(api, path, read)
    if (template.endsWith('}')) await ask(api, template.replaceAll(/\{[^}]*\}/g, unknownId), read)
  }
  const lists = [...read.values()].filter(({ body }) => List.safeParse(body).success)
  for (const { path } of lists) await ask(api, `${path}?limit=1`, read)
  return [...read.values()]
}

/** A gateway that does not run was given up, however a service begins: what is said of its cameras stays the same from then on. */
export const untilGivenUp = (api: ApiClient, gatewayId: string): Promise<boolean> =>
  until('the gateway, which does not run, is off line', async () => {
    return (await api.get(`/api/v1/gateways/${gatewayId}`)).body.status === 'offline'
  })

/** Asks again for what was read, of a service of today. */
export async function readAgain(
  api: ApiClient,
  before: readonly ServiceAnswer[],
): Promise<ReadonlyMap<string, ServiceAnswer>> {
  const read = new Map<string, ServiceAnswer>()
  for (const { path } of before) await ask(api, path, read)
  return read
}

/** With the first of each list in place of its parameters; null where a list has nothing. */
function pathTo(template: string, read: ReadonlyMap<string, ServiceAnswer>): string | null {
  let path = ''
  for (const part of template.slice(1).split('/')) {
    const name = /^\{(.+)\}$/.exec(part)?.[1]
    if (name === undefined) {
      path += `/${part}`
      continue
    }
    const first = List.safeParse(read.get(path)?.body).data?.data[0]
    const value = Key.safeParse(first?.[name] ?? first?.['id'])
    if (!value.success) return null
    path += `/${value.data}`
  }
  return path
}

async function ask(api: ApiClient, path: string, read: Map<string, ServiceAnswer>): Promise<void> {
  const { status, headers, body } = await withinLimits(api, path)
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  read.set(path, { path, status, content_type: type, body: keptOf(type, body, api.origin) })
}

/** What is limited is asked again when it may be. */
async function withinLimits(api: ApiClient, path: string): ReturnType<ApiClient['get']> {
  for (;;) {
    const answer = await api.get(path)
    if (answer.status !== 429) return answer
    await delay(Number(answer.headers['retry-after'] ?? 1) * 1000)
  }
}

/** JSON whole but for signatures, of a table its head, of pictures and clips nothing: those are compared by what they are. */
function keptOf(type: string, body: unknown, origin: string): unknown {
  if (type.includes('json')) {
    const text = JSON.stringify(body).replaceAll(origin, 'https://service')
    return JSON.parse(text.replaceAll(/(?<=[?&](?:exp|sig)=)[\w-]+/g, '-'))
  }
  return type === 'text/csv' ? String(body).split(/\r?\n/, 1)[0] : null
}
