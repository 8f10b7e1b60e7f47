import { ErrorEnvelope, FieldProblems, LackingProof, since } from '@sightline/protocol'
import type { FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { ErrorKind } from '../errors.js'
import type { Access } from './route-access.js'
import { defectCode, wireCode } from './wire-errors.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the use case itself refuses, beyond what follows from the rest of the route: see `errorsOf`. */
    errors?: readonly ErrorKind[]
  }
}

type Declared = Pick<RouteOptions, 'config' | 'method' | 'schema'>

/**
 * Every kind of error that a route may answer. Most follow from what the route declares anyway: its access, its
 * path, its body, the ids that it takes, whether it may be repeated. The rest it lists as `config.errors`.
 */
export function errorsOf(route: Declared): ReadonlySet<ErrorKind> {
  const { access = 'public', idempotent, errors = [] } = route.config ?? {}
  return new Set<ErrorKind>([
    // An address or a query that cannot be read; a node that stops, a database that is not there.
    'invalid',
    'unavailable',
    ...ofCallers(access),
    ...ofSites(route),
    ...ofBodies(route.method),
    ...(idempotent ? (['conflict'] as const) : []),
    ...errors,
  ])
}

/** How the document describes a refusal: its codes, and the envelope with these alone. */
interface ErrorAnswer {
  readonly description: string
  readonly content: { readonly 'application/json': { readonly schema: z.ZodType } }
}

/** By status, what each refusal of a route is; `default` is what nobody foresaw. */
export function errorAnswersOf(route: Declared & { readonly url: string }): Record<string, ErrorAnswer> {
  const codes = new Map<number, Set<string>>()
  for (const kind of errorsOf(route)) {
    const { status, code } = wireCode(kind, route.url)
    codes.set(status, (codes.get(status) ?? new Set()).add(code))
  }
  const answers: Record<string, ErrorAnswer> = { default: answerWith([defectCode(route.url)]) }
  for (const [status, of] of codes) answers[status] = answerWith([...of].toSorted())
  return answers
}

function answerWith(codes: readonly string[]): ErrorAnswer {
  const description = codes.map((code) => `\`${code}\``).join(' or ')
  return { description, content: { 'application/json': { schema: envelopeWith(codes) } } }
}

function ofCallers(access: Access): ErrorKind[] {
  if (access === 'public' || access === 'signed') return []
  const known: ErrorKind[] = ['unauthenticated', 'key_refused', 'rate_limited']
  return isForAll(access) ? known : [...known, 'forbidden']
}

/** What is named may not be there, or be of a site that is not the caller's. */
function ofSites({ config, schema }: Declared): ErrorKind[] {
  const access = config?.access ?? 'public'
  const namesAny = schema?.params !== undefined || takesIds(schema)
  if (access === 'public' || access === 'signed') return schema?.params === undefined ? [] : ['missing']
  if (!isForAll(access)) return namesAny ? ['missing'] : []
  // A viewer's key without any site is told that there is nothing, wherever it asks.
  return [
    ...(namesAny || config?.alsoWithoutSites !== true ? (['missing'] as const) : []),
    ...(namesAny ? (['forbidden'] as const) : []),
  ]
}

/** True if viewers are admitted: then what they may see depends on the site. */
const isForAll = (access: Access): boolean =>
  access === 'authenticated' || (typeof access === 'object' && access.atLeast === 'viewer')

/** A body is read wherever the method may have one, whether the route takes one or not. */
function ofBodies(method: Declared['method']): ErrorKind[] {
  const hasBody = [method].flat().some((one) => one !== 'GET' && one !== 'HEAD')
  return hasBody ? ['too_large', 'unsupported_media_type'] : []
}

/** True if a query or a body names resources by id, at any depth. */
function takesIds(schema: FastifySchema | undefined): boolean {
  return [schema?.querystring, schema?.body].some((one) => one instanceof z.ZodType && takesId(one))
}

/** What was found of a schema: to look through a large one takes milliseconds. */
const idTakers = new WeakMap<z.ZodType, boolean>()

function takesId(schema: z.ZodType): boolean {
  const known = idTakers.get(schema)
  if (known !== undefined) return known
  const found = namesIds(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  idTakers.set(schema, found)
  return found
}

const Named = z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) })

function namesIds(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (Array.isArray(schema)) return schema.some(namesIds)
  const { success, data } = Named.safeParse(schema)
  if (success && Object.keys(data.properties).some((name) => /_ids?$/.test(name))) return true
  return Object.values(schema).some(namesIds)
}

const envelopes = new Map<string, z.ZodType>()

/** The envelope of errors with one of these codes; one schema for each set of them, so that the document names it. */
function envelopeWith(codes: readonly string[]): z.ZodType {
  const id = `${codes
    .map(inPascalCase)
    .join('Or')
    .replace(/Error$/, '')}Error`
  const known = envelopes.get(id)
  if (known) return known
  const { error } = ErrorEnvelope.shape
  const code = z.enum(codes)
  const envelope = ErrorEnvelope.extend({ error: error.extend({ code, ...detailsWith(codes) }) }).meta({ id })
  envelopes.set(id, envelope)
  return envelope
}

/** What `details` are of an error with one of these codes: the status tells which of its two forms it has. */
function detailsWith(codes: readonly string[]) {
  const isUnauthenticated = codes.some((code) => /^(?:auth_required|unauthorized)$/i.test(code))
  return {
    details: isUnauthenticated
      ? LackingProof.optional().meta(since('v1.4'))
      : FieldProblems.optional().meta(since('v1.3')),
  }
}

/** `not_found` is `NotFound`; the upper case of codes under /api/v1/auth is told apart: `AuthNotFound`. */
function inPascalCase(code: string): string {
  const words = code
    .toLowerCase()
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return `${code === code.toUpperCase() ? 'Auth' : ''}${words.join('')}`
}
