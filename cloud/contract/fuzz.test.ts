import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOf, type Scene, setScene } from '#testing/scene.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { AnswerJudge } from './answer-judge.fixture.js'
import { type GeneratedRequest, type PathIds, requestsFor } from './generated-requests.fixture.js'
import { routeBook } from './route-book.fixture.js'

// `npm run fuzz` sets both; a seed that failed is tried again with FUZZ_SEED.
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const runs = Number(process.env['FUZZ_RUNS'] ?? 1_500)
/** Requests change and remove what a scene holds: a new one comes after so many. */
const runsPerScene = 150

let world: TestApp
let openApi: unknown

beforeAll(async () => {
  world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
  world.services.readiness.serving()
  openApi = (await world.call(null, { url: '/api/v1/openapi.json' })).json()
})
afterAll(() => world.close())

test(`${runs} generated requests: no failure, every answer as documented (FUZZ_SEED=${seed})`, {
  timeout: 60_000 + runs * 200,
}, async () => {
  const judge = new AnswerJudge(openApi)
  const statuses = new Map<number, number>()
  for (let done = 0; done < runs; done += runsPerScene) {
    const scene = await setScene(world)
    const abroad = await setScene(world)
    const callers = await Promise.all(signInsOf(scene).map((signIn) => signIn()))
    const request = requestsFor(openApi, [...idsOf(scene), ...idsOf(abroad)], rightIdsOf(scene))
    const caller = fc.integer({ min: 0, max: callers.length - 1 })
    for (const [one, who] of fc.sample(fc.tuple(request, caller), {
      seed: seed + done,
      numRuns: Math.min(runsPerScene, runs - done),
    })) {
      const answer = await send(one, callers[who] ?? null)
      // Some requests end sessions: whoever lost theirs comes back.
      if (answer.statusCode === 401) callers[who] = (await signInsOf(scene)[who]?.()) ?? null
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      const fault = judge.faultOf(one.name, answer)
      const context = `${fault}\n${one.method} ${one.url}\n${one.body?.slice(0, 2_000)}\n-> ${answer.statusCode} ${answer.body.slice(0, 2_000)}`
      expect(fault, context).toBeNull()
    }
  }
  // Requests that are all refused would prove nothing.
  const accepted = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)
  expect(accepted / runs, JSON.stringify([...statuses])).toBeGreaterThan(0.2)
})

/** The document writes `{id}` where the book has `:id`. */
function rightIdsOf(scene: Scene): PathIds {
  return (name) => routeBook[name.replaceAll(/\{(\w+)\}/g, ':$1')]?.path?.(scene) ?? {}
}

/** Mostly those who may do most, so that requests come far; the last one is nobody. */
function signInsOf({ org, siteId }: Scene): (() => Promise<SignedIn | null>)[] {
  const owner = () => org.signIn('owner')
  const viewer = () => org.signIn('viewer', [siteId])
  return [owner, owner, owner, () => org.signIn('admin'), viewer, async () => null]
}

function send({ method, url, body, contentType }: GeneratedRequest, who: SignedIn | null) {
  return world.call(who, {
    method,
    url,
    ...(body === undefined ? {} : { payload: body }),
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  })
}
