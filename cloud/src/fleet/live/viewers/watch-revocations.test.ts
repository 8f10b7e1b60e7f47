import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { TestOrg } from '#testing/test-app.js'
import type { TestKey } from '#testing/test-key.js'
import type { SignedIn } from '#testing/test-user.js'
import { startTestNodes, type TestNodes, waitUntil } from '../../channel/test-nodes.fake.js'
import { addCamera, viewerOf } from './viewer.fixture.js'
import { watchRevocations } from './watch-revocations.js'

let world: TestNodes
let org: TestOrg
let admin: SignedIn
let person: SignedIn
let key: TestKey
let camera: string

beforeAll(async () => {
  world = await startTestNodes()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await world.createOrg()
  admin = await org.signIn('owner')
  person = await org.signIn('viewer', [org.siteId])
  key = await org.makeKey('viewer', [org.siteId])
  camera = await addCamera(world.test, org)
})

/** Counts what each node hears of the organisation. */
function hear(): number[] {
  const heard = [0, 0]
  for (const [index, { platform }] of world.nodes.entries()) {
    onTestFinished(
      watchRevocations(platform, (orgId) => {
        if (orgId === org.orgId || orgId === null) heard[index] = (heard[index] ?? 0) + 1
      }),
    )
  }
  return heard
}

async function call(request: InjectOptions, who: Pick<SignedIn, 'token'> = admin): Promise<string> {
  const answer = await world.nodes[0].call(who, request)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body
}

const userUrl = () => `/api/v1/users/${person.caller.userId}`
const cameraUrl = () => `/api/v1/cameras/${camera}`
const accountUrl = () => `/api/v1/service-accounts/${key.serviceAccountId}`

describe('each node hears at once', () => {
  const deeds: [string, () => [InjectOptions, who?: Pick<SignedIn, 'token'>]][] = [
    ['a logout', () => [{ method: 'POST', url: '/api/v1/auth/logout' }, person]],
    [
      'a revoked session',
      () => [{ method: 'DELETE', url: `${userUrl()}/sessions/${person.caller.sessionId}` }],
    ],
    ['a disabled person', () => [{ method: 'PATCH', url: userUrl(), payload: { enabled: false } }]],
    ['a removed person', () => [{ method: 'DELETE', url: userUrl() }]],
    ['another role', () => [{ method: 'PATCH', url: userUrl(), payload: { role: 'operator' } }]],
    ['other sites', () => [{ method: 'PUT', url: `${userUrl()}/site-access`, payload: { site_ids: [] } }]],
    ['a disabled service account', () => [{ method: 'DELETE', url: accountUrl() }]],
    ['a rotated key', () => [{ method: 'POST', url: `${accountUrl()}/rotate-key` }]],
    [
      'other sites of a key',
      () => [{ method: 'PUT', url: `${accountUrl()}/site-access`, payload: { site_ids: [] } }],
    ],
    ['a deleted camera', () => [{ method: 'DELETE', url: cameraUrl() }]],
    [
      'a camera that is switched off',
      () => [{ method: 'PATCH', url: cameraUrl(), payload: { enabled: false } }],
    ],
  ]

  test.each(deeds)('%s', async (_, deed) => {
    const viewer = await viewerOf(world.nodes[1].platform, { token: person.token })
    const program = await viewerOf(world.nodes[1].platform, { token: key.token, origin: null })
    const heard = hear()
    await call(...deed())
    await waitUntil(() => heard.every((times) => times > 0), 'both nodes heard')
    const verdicts = await Promise.all([viewer, program].map((who) => who.verify([camera])))
    // Another role than viewer sees more, and nothing ends.
    if (_ !== 'another role')
      expect(verdicts.some(({ socket, cameras }) => socket !== null || cameras.size > 0)).toBe(true)
  })

  test('a camera at another site', async () => {
    const heard = hear()
    const site = await org.addSite('Yard')
    await call({ method: 'PATCH', url: cameraUrl(), payload: { site_id: site } })
    await waitUntil(() => heard.every((times) => times > 0), 'both nodes heard')
  })

  test('a revoked live token', async () => {
    const made = await call({
      method: 'POST',
      url: `${cameraUrl()}/live-token`,
      payload: { origins: ['https://portal.example.net'] },
    })
    const { id }: { id: string } = JSON.parse(made)
    const heard = hear()
    await call({ method: 'DELETE', url: `${cameraUrl()}/live-tokens/${id}` })
    await waitUntil(() => heard.every((times) => times > 0), 'both nodes heard')
  })
})

test('what concerns nobody who watches is not heard', async () => {
  const heard = hear()
  await call({ method: 'PATCH', url: cameraUrl(), payload: { name: 'Gate 2' } })
  // Notices keep their order: what came before the next one has come.
  await call({ method: 'POST', url: '/api/v1/auth/logout' }, person)
  await waitUntil(() => heard.every((times) => times > 0), 'both nodes heard')
  expect(heard[1]).toBe(1)
})
