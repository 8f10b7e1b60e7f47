import { z } from 'zod'

/** What the OpenAPI document says of one route. */
export interface DescribedRoute {
  readonly query: readonly string[]
  readonly body: readonly string[]
  /** By status: the schema of a JSON answer, `null` for one without, and the content types. */
  readonly answers: ReadonlyMap<string, { readonly types: readonly string[]; readonly schema: unknown }>
}

const Content = z.record(z.string(), z.object({ schema: z.unknown().optional() }))
const Operation = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string() })).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })).default({}),
})
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

const Schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
  items: z.unknown().optional(),
  $ref: z.string().optional(),
})

/** The OpenAPI document, read as a client's generator reads it. */
export class ApiDescription {
  readonly #schemas: Readonly<Record<string, unknown>>
  /** By method and path with `{}` for every parameter: `PATCH /api/v1/sites/{}`. */
  readonly routes: ReadonlyMap<string, DescribedRoute>

  constructor(openApi: unknown) {
    const { paths, components } = Document.parse(openApi)
    this.#schemas = components.schemas
    this.routes = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]): [string, DescribedRoute] => [
          `${method.toUpperCase()} ${withoutNames(path)}`,
          this.#described(operation),
        ]),
      ),
    )
  }

  /** The names of an object's fields, through references and alternatives. */
  fieldsOf(schema: unknown): string[] {
    const { properties, anyOf, oneOf, allOf, $ref } = Schema.parse(schema ?? {})
    const named = $ref === undefined ? [] : this.fieldsOf(this.#named($ref))
    return [
      ...Object.keys(properties),
      ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => this.fieldsOf(one)),
      ...named,
    ]
  }

  /** The schema of one field of an object; undefined if it has none of that name. */
  field(schema: unknown, name: string): unknown {
    const { properties, anyOf, oneOf, allOf, $ref } = Schema.parse(schema ?? {})
    if (Object.hasOwn(properties, name)) return properties[name]
    const others = [...anyOf, ...oneOf, ...allOf, ...($ref === undefined ? [] : [this.#named($ref)])]
    return others.map((one) => this.field(one, name)).find((found) => found !== undefined)
  }

  /** The schema of an array's items. */
  itemsOf(schema: unknown): unknown {
    const { items, $ref } = Schema.parse(schema ?? {})
    return $ref === undefined ? items : this.itemsOf(this.#named($ref))
  }

  #named(reference: string): unknown {
    return this.#schemas[reference.split('/').at(-1) ?? '']
  }

  #described(operation: z.infer<typeof Operation>): DescribedRoute {
    const answers = Object.entries(operation.responses).map(([status, { content = {} }]) => {
      const types = Object.keys(content)
      return [status, { types, schema: content['application/json']?.schema ?? null }] as const
    })
    return {
      query: operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      body: this.fieldsOf(operation.requestBody?.content['application/json']?.schema),
      answers: new Map(answers),
    }
  }
}

/** A path whose parameters have no names: `/a/{id}` and `/a/:id` are both `/a/{}`. */
export function withoutNames(path: string): string {
  return path.replaceAll(/\{\w+\}|:\w+/g, '{}')
}
