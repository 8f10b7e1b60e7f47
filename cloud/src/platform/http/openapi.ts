import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { IdempotencyHeaders } from './idempotency.js'
import { readExamples, withExamples } from './openapi-examples.js'
import { requireOperationIds } from './operation-ids.js'
import type { Access } from './route-access.js'
import { errorAnswersOf } from './route-errors.js'

const Document = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).optional() }).optional(),
})

const Body = z.looseObject({
  anyOf: z.array(z.looseObject({ type: z.unknown().optional() })).optional(),
})
const Paths = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string().optional(),
        requestBody: z
          .looseObject({
            required: z.boolean(),
            content: z.record(z.string(), z.looseObject({ schema: Body.optional() })),
          })
          .optional(),
      }),
    ),
  ),
})

/** The reference page runs its own script with styles inside; nothing comes from elsewhere. */
const referencePolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; " +
  "frame-ancestors 'none'; base-uri 'none'"

/**
 * Describes every route registered after it: OpenAPI 3.1 at `/api/v1/openapi.json`, a reference to read at
 * `/docs`. Routes that hide themselves (`schema.hide`) are left out.
 */
export async function describeApi(app: FastifyInstance): Promise<void> {
  requireOperationIds(app)
  const examples = readExamples()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sightline',
        version: '1.4.0',
        description:
          'Multi-tenant video management. The organisation is that of the credential. Errors are ' +
          '`{error: {code, message}}`; codes are upper case under /api/v1/auth. Each route lists the errors that it ' +
          'answers, with their codes, and an example that a running service answered; `default` is what nobody foresaw (500 `internal`). `x-since` names the ' +
          'version of the interface that brought a route, or a field that came later than its resource.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API key `sa_…`' },
          gateway: { type: 'http', scheme: 'bearer', description: 'The key `gw_…` that pairing answers' },
        },
      },
    },
    transform: (route) => jsonSchemaTransform({ ...route, schema: described(route.schema, route.route) }),
    transformObject: (document) =>
      withExamples(
        withHeadNamed(withOptionalBodies(withoutUnused(jsonSchemaTransformObject(document)))),
        examples,
      ),
  })

  let document: string | undefined
  app.get(
    '/api/v1/openapi.json',
    { config: { access: 'public' }, schema: { hide: true } },
    (_request, reply) => {
      document ??= JSON.stringify(app.swagger())
      return reply.type('application/json').send(document)
    },
  )

  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', referencePolicy)
    })
    // The library has addresses of its own for the document, at which it finds none.
    docs.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.url?.startsWith('/docs/openapi.'))
        return reply.redirect('/api/v1/openapi.json')
    })
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/api/v1/openapi.json',
        withDefaultFonts: false,
        hideClientButton: true,
        // What would send the document elsewhere, and is refused by the policy in any case.
        telemetry: false,
        showDeveloperTools: 'never',
        agent: { disabled: true },
      },
    })
  })
}

/** Leaves out the components that no route refers to, directly or through another component. */
function withoutUnused<T extends object>(document: T): T {
  const { components } = Document.parse(document)
  const schemas = components?.schemas ?? {}
  const used = new Set<string>()
  const follow = (text: string): void => {
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || used.has(name)) continue
      used.add(name)
      follow(JSON.stringify(schemas[name] ?? null))
    }
  }
  follow(JSON.stringify({ ...document, components: null }))
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  return { ...document, components: { ...components, schemas: kept } }
}

/** The library calls every body required; one that may be null may be left out as well. */
function withOptionalBodies<T extends object>(document: T): T {
  const { paths } = Paths.parse(document)
  for (const { requestBody } of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    const alternatives = requestBody?.content['application/json']?.schema?.anyOf ?? []
    if (requestBody && alternatives.some(({ type }) => type === 'null')) requestBody.required = false
  }
  return { ...document, paths }
}

/** A route of GET and HEAD is described once for each, with one id: HEAD gets its own, `getMedium` -> `headMedium`. */
function withHeadNamed<T extends object>(document: T): T {
  const { paths } = Paths.parse(document)
  for (const { head } of Object.values(paths)) {
    if (head?.operationId !== undefined) head.operationId = head.operationId.replace(/^get/, 'head')
  }
  return { ...document, paths }
}

/** Adds to a route's schema what its access and age say, and what it may refuse. */
function described(schema: FastifySchema & { hide?: boolean }, route: RouteOptions): FastifySchema {
  if (schema?.hide) return schema
  const access = route.config?.access ?? 'public'
  return {
    ...schema,
    tags: [tagOf(route.url)],
    security: securityOf(access),
    description: [schema?.description, whoMayCall(access)].filter(Boolean).join('\n\n'),
    ...(route.config?.idempotent && { headers: IdempotencyHeaders }),
    response: { ...errorAnswersOf({ ...route, schema }), ...responsesOf(schema) },
    'x-since': route.config?.since ?? 'v1.0',
  } as FastifySchema
}

const responsesOf = (schema: FastifySchema): object =>
  typeof schema?.response === 'object' && schema.response !== null ? schema.response : {}

/** The resource: the first part of the path after the version. */
function tagOf(url: string): string {
  return url.replace(/^\/(?:api\/)?(?:v1\/)?/, '').split('/')[0] || 'service'
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public' || access === 'signed') return []
  return [access === 'gateway' ? { gateway: [] } : { bearer: [] }]
}

function whoMayCall(access: Access): string {
  if (typeof access === 'object') return `Role: ${access.atLeast} or above.`
  switch (access) {
    case 'public':
      return 'Without credentials.'
    case 'signed':
      return 'By its signed address.'
    case 'authenticated':
      return 'Any person or API key.'
    case 'user':
      return 'A signed-in person; API keys are refused.'
    case 'gateway':
      return 'The gateway itself.'
  }
}
