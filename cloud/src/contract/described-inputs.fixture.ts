import { z } from 'zod'

/** What the OpenAPI document says that a route takes: the names of its query's and its body's fields. */
export interface DescribedInputs {
  readonly query: string[]
  readonly body: string[]
}

const Operation = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string() })).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
})
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})
type Schemas = z.infer<typeof Document>['components']['schemas']

/** By method and path, written as in the route table: `PATCH /api/v1/sites/:id`. */
export function inputsIn(openApi: unknown): Map<string, DescribedInputs> {
  const { paths, components } = Document.parse(openApi)
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, DescribedInputs] => [
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      {
        query: operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        body: keysOf(operation.requestBody?.content['application/json']?.schema, components.schemas),
      },
    ]),
  )
  return new Map(routes)
}

const Schema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  anyOf: z.array(z.unknown()).default([]),
  $ref: z.string().optional(),
})

function keysOf(schema: unknown, schemas: Schemas): string[] {
  const { properties, anyOf, $ref } = Schema.parse(schema ?? {})
  const named = $ref === undefined ? [] : keysOf(schemas[$ref.split('/').at(-1) ?? ''], schemas)
  return [...Object.keys(properties), ...anyOf.flatMap((one) => keysOf(one, schemas)), ...named]
}
