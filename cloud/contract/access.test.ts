import { ErrorEnvelope, type Role, roles } from '@sightline/protocol'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsOf, type Scene, setScene } from '#testing/scene.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { AnswerExampleBook } from './answer-examples.fixture.js'
import { AnswerJudge } from './answer-judge.fixture.js'
import {
  type BookedRoute,
  exampleOf,
  isBooked,
  routeBook,
  routesForAllKeys,
  routesToSetUp,
} from './route-book.fixture.js'

let world: TestApp
let home: Scene
let abroad: Scene
const at = new Map<Role, SignedIn>()
let elsewhere: SignedIn
let foreigner: SignedIn
let judge: AnswerJudge
let examples: AnswerExampleBook

beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
  world.services.readiness.serving()
  home = await setScene(world)
  abroad = await setScene(world)
  for (const role of roles) at.set(role, await home.org.signIn(role, [home.siteId]))
  elsewhere = await home.org.signIn('viewer', [home.emptySiteId])
  foreigner = await abroad.org.signIn('owner')
  const document: unknown = (await world.call(null, { url: '/api/v1/openapi.json' })).json()
  judge = new AnswerJudge(document)
  examples = new AnswerExampleBook(document)
})
afterAll(() => world.close())

/** What a list answers where there is nothing to see. */
const emptyList = { data: [], total: 0 }

const booked = (holds: (route: BookedRoute) => unknown = () => true): [string, BookedRoute][] =>
  Object.entries(routeBook).filter(([, route]) => holds(route))
const isRole = (access: BookedRoute['access']): access is Role => roles.some((role) => role === access)
const needsCredential = ({ access }: BookedRoute) => access !== 'public' && access !== 'signed'
const admitsViewers = ({ access }: BookedRoute) => access === 'viewer' || access === 'authenticated'

const signedIn = (role: Role): SignedIn => {
  const found = at.get(role)
  if (!found) throw new Error(`nobody is signed in as ${role}`)
  return found
}

/** Whoever the route admits and nobody lower. */
const lowestAdmitted = ({ access }: BookedRoute): SignedIn | null =>
  isRole(access) ? signedIn(access) : access !== 'public' && access !== 'signed' ? signedIn('viewer') : null

/** The envelope, and nothing beside it. Made once: to make a schema takes as long as a request. */
const Refusal = ErrorEnvelope.extend({ error: ErrorEnvelope.shape.error.strict() }).strict()

function expectRefusal(answer: LightMyRequestResponse, status: number, code: string, context = ''): void {
  const says = `${context} ${answer.statusCode} ${answer.body}`
  expect(answer.statusCode, says).toBe(status)
  expect(answer.headers['content-type'], says).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-request-id'], says).toMatch(/^[0-9a-f-]{36}$/)
  const { error } = Refusal.parse(answer.json())
  const isAuth = answer.raw.req.url?.startsWith('/api/v1/auth') ?? false
  expect(error.code, says).toBe(isAuth ? code.toUpperCase() : code)
}

const showsNothingOf = (scene: Scene, answer: LightMyRequestResponse) => {
  const shown = idsOf(scene).filter((id) => answer.body.includes(id))
  expect(shown, answer.body).toEqual([])
}

test('the book lists every route, with the access that it declares', () => {
  const declared = world.app.routeTable
    .filter(isBooked)
    .map(
      ({ method, url, access }) =>
        `${method} ${url}: ${typeof access === 'object' ? access.atLeast : access}`,
    )
  const inBook = booked().map(([name, { access }]) => `${name}: ${access}`)
  expect(declared.toSorted()).toEqual(inBook.toSorted())
})

describe('nobody', () => {
  test.each(booked(needsCredential))('%s', async (name) => {
    const example = exampleOf(name, home)
    expectRefusal(
      await world.call(null, example),
      401,
      example.url.startsWith('/api/v1/auth') ? 'unauthorized' : 'auth_required',
    )
    for (const [authorization, code] of [
      ['Bearer x.y.z', 'auth_required'],
      ['Bearer gw_0123456789abcdef', 'auth_required'],
      ['Basic abc', 'auth_required'],
      ['Bearer sa_unknown_key', 'UNAUTHORIZED'],
    ] as const) {
      const answer = await world.call(null, { ...example, headers: { authorization } })
      const isAuth = example.url.startsWith('/api/v1/auth')
      expectRefusal(answer, 401, isAuth ? 'unauthorized' : code, authorization)
    }
  })

  test.each(booked((route) => needsCredential(route)).filter(([name]) => name.startsWith('GET ')))(
    'HEAD for %s',
    async (name) => {
      const answer = await world.call(null, { ...exampleOf(name, home), method: 'HEAD' })
      expect([answer.statusCode, answer.body]).toEqual([401, ''])
    },
  )
})

describe('a live token', () => {
  // Of its own camera and from its own page it is: `live-pages.test.ts`.
  const thumbnail = 'GET /api/v1/cameras/:id/thumbnail'
  const closed = booked(needsCredential).filter(([name]) => name !== thumbnail)

  test.each(closed)('opens nothing but the live socket and the thumbnail: %s', async (name) => {
    const answer = await world.call(home.liveToken, exampleOf(name, home))
    const isAuth = exampleOf(name, home).url.startsWith('/api/v1/auth')
    expectRefusal(answer, 401, isAuth ? 'unauthorized' : 'auth_required')
  })

  test.each([
    ['by a program', {}],
    ['by a page of another origin', { origin: 'https://evil.example' }],
    ['by a page without an origin', { origin: 'null' }],
    ['by a page of another service', { 'sec-fetch-site': 'same-site' }],
  ])('shows no thumbnail %s', async (_, headers) => {
    const answer = await world.call(home.liveToken, { ...exampleOf(thumbnail, home), headers })
    expectRefusal(answer, 403, 'forbidden')
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('shows no thumbnail of another camera, whether there is one or not', async () => {
    const [origin = ''] = home.liveToken.origins
    for (const id of [abroad.cameraId, '00000000-0000-4000-8000-000000000000', 'nonsense', '%00']) {
      const url = `/api/v1/cameras/${id}/thumbnail`
      const answer = await world.call(home.liveToken, { url, headers: { origin } })
      expectRefusal(answer, 403, 'forbidden', id)
      showsNothingOf(abroad, answer)
    }
  })
})

describe('a session that must set up a second factor first', () => {
  test.each(booked(needsCredential))('%s', async (name) => {
    const who = await home.org.signIn('owner')
    await world.test.query('update sessions set only_to_set_up = true where id = $1', [who.caller.sessionId])
    const answer = await world.call(who, exampleOf(name, home))
    if (routesToSetUp.has(name)) expect(answer.statusCode).not.toBe(401)
    else
      expectRefusal(
        answer,
        401,
        answer.raw.req.url?.startsWith('/api/v1/auth') ? 'unauthorized' : 'auth_required',
      )
  })
})

describe('a lower role', () => {
  const withLower = booked(({ access }) => isRole(access) && access !== 'viewer')
  test.each(withLower)('%s', async (name, { access }) => {
    for (const role of roles.slice(
      0,
      roles.findIndex((one) => one === access),
    )) {
      expectRefusal(await world.call(signedIn(role), exampleOf(name, home)), 403, 'forbidden', role)
    }
  })
})

describe('another organisation', () => {
  test.each(booked((route) => needsCredential(route) && route.path))('its path: %s', async (name) => {
    expectRefusal(await world.call(foreigner, exampleOf(name, home)), 404, 'not_found')
  })

  test.each(booked(({ bodiesNaming }) => bodiesNaming))('its body: %s', async (name, { bodiesNaming }) => {
    const example = exampleOf(name, home)
    for (const naming of bodiesNaming?.(abroad) ?? []) {
      const payload = { ...example.payload, ...naming }
      const answer = await world.call(signedIn('owner'), { ...example, payload })
      expectRefusal(answer, 404, 'not_found', JSON.stringify(naming))
    }
  })

  test.each(booked((route) => needsCredential(route) && !route.path && !route.body))(
    'what it is shown: %s',
    async (name, { filters, nothing = emptyList }) => {
      // Of their own: one of the routes ends the session.
      const stranger = await abroad.org.signIn('owner')
      for (const query of [{}, ...(filters?.(home) ?? [])]) {
        const answer = await world.call(stranger, { ...exampleOf(name, home), query })
        expect([200, 404]).toContain(answer.statusCode)
        showsNothingOf(home, answer)
        if (Object.keys(query).length === 0 || answer.statusCode === 404) continue
        // A table has no line but that of its names.
        if (String(answer.headers['content-type']).startsWith('text/csv'))
          expect(answer.body.split('\r\n')).toHaveLength(2)
        else expect(answer.json()).toMatchObject(nothing)
      }
    },
  )
})

describe('a viewer of another site', () => {
  test.each(booked((route) => admitsViewers(route) && route.path))('its path: %s', async (name) => {
    expectRefusal(await world.call(elsewhere, exampleOf(name, home)), 403, 'forbidden')
  })

  test.each(booked((route) => admitsViewers(route) && !route.path))(
    'what it is shown: %s',
    async (name, { filters }) => {
      for (const query of [{}, ...(filters?.(home) ?? [])]) {
        const answer = await world.call(elsewhere, { ...exampleOf(name, home), query })
        expect([200, 403]).toContain(answer.statusCode)
        showsNothingOf(home, answer)
      }
    },
  )

  test('a viewer without a site sees no list of anything', async () => {
    const nowhere = await home.org.signIn('viewer', [])
    for (const [name, { nothing = emptyList, stream }] of booked(
      (route) => admitsViewers(route) && !route.path,
    )) {
      if (routesForAllKeys.has(name)) continue
      const answer = await world.call(nowhere, exampleOf(name, home))
      if (stream) showsNothingOf(home, answer)
      else expect(answer.json(), name).toMatchObject(nothing)
    }
  })
})

describe("a viewer's key without sites", () => {
  test.each(booked(admitsViewers))('%s', async (name) => {
    const key = await home.org.makeKey('viewer')
    const answer = await world.call(key, exampleOf(name, home))
    showsNothingOf(home, answer)
    if (routesForAllKeys.has(name)) expect(answer.statusCode).toBe(200)
    else expectRefusal(answer, 404, 'not_found')
    expect(answer.headers['x-ratelimit-limit']).toBe('600')
  })
})

describe("a viewer's key with another site", () => {
  test.each(booked((route) => admitsViewers(route) && route.path))('%s', async (name) => {
    const key = await home.org.makeKey('viewer', [home.emptySiteId])
    expectRefusal(await world.call(key, exampleOf(name, home)), 403, 'forbidden')
  })
})

describe('a key on a route about oneself', () => {
  test.each(booked(({ access }) => access === 'user'))('%s', async (name) => {
    const key = await home.org.makeKey('owner')
    expectRefusal(await world.call(key, exampleOf(name, home)), 403, 'forbidden')
  })
})

describe('who may', () => {
  test.each(booked())('%s', async (name, route) => {
    const scene = await setScene(world)
    const admitted = isRole(route.access) ? route.access : 'viewer'
    const who = lowestAdmitted(route) && (await scene.org.signIn(admitted, [scene.siteId]))
    const example = exampleOf(name, scene)
    const answer = await world.call(who, example)
    expect(answer.statusCode, answer.body).toBe(route.status)
    if (route.undescribed) return
    expect(judge.faultOf(described(name), answer), answer.body).toBeNull()
    expect(examples.faultOf(described(name), example.payload, answer), answer.body).toBeNull()
  })

  test('no example of the document is of an operation that is gone', async () => {
    expect(await examples.end()).toEqual([])
  })
})

/** A route's name as the OpenAPI document writes it. */
const described = (name: string): string => name.replaceAll(/:(\w+)/g, '{$1}')
