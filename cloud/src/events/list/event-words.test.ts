import { EventPage } from '@sightline/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type EventScene, setEventScene } from '../event-scene.fixture.js'

let world: TestApp
let scene: EventScene
let vaultSite: string
let ids: Record<'fox' | 'foxes' | 'parcel' | 'hidden' | 'bare', string>

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

beforeAll(async () => {
  world = await createTestApp()
  scene = await setEventScene(world)
  vaultSite = await scene.org.addSite('Bank')
  const vault = await scene.addCamera('Vault', vaultSite)
  ids = {
    bare: await scene.addEvent({ triggered_at: minutesAgo(5) }),
    fox: await scene.addEvent({
      summary: 'A red fox at the gate',
      triggered_at: minutesAgo(4),
      starred: true,
    }),
    foxes: await scene.addEvent({ tags: ['fox'], narrative: 'Two foxes play.', triggered_at: minutesAgo(3) }),
    parcel: await scene.addEvent({
      summary: 'A red parcel is left',
      notes: 'Für Müller',
      triggered_at: minutesAgo(2),
      event_category: 'intrusion',
    }),
    hidden: await scene.addEvent({
      camera_id: vault,
      site_id: vaultSite,
      summary: 'A fox in the vault',
      triggered_at: minutesAgo(1),
    }),
  }
})
afterAll(() => world.close())

const list = async (query: Record<string, string>, who: SignedIn = scene.owner) =>
  EventPage.strict().parse((await world.call(who, { url: '/api/v1/events', query })).json())
const idsOf = ({ data }: EventPage) => data.map(({ id }) => id)

test.each([
  ['fox', ['hidden', 'foxes', 'fox']],
  ['Foxes', ['hidden', 'foxes', 'fox']],
  ['red fox', ['fox']],
  ['"fox red"', []],
  ['"red fox"', ['fox']],
  ['parcel or vault', ['hidden', 'parcel']],
  ['red -parcel', ['fox']],
  ['red --- -parcel', ['fox']],
  [`red ${'-'.repeat(190)}`, ['parcel', 'fox']],
  [`${'-( '.repeat(60)}fox`, ['parcel']],
  ['müller', ['parcel']],
  ['intrusion', ['parcel']],
  ['unicorn', []],
  ['!!!', []],
  [`'); drop table events; --`, []],
] as const)('q=%s', async (q, found) => {
  const page = await list({ q })
  expect(idsOf(page)).toEqual(found.map((name) => ids[name]))
  expect(page.total).toBe(found.length)
})

test('with the other filters, whichever of them the words know', async () => {
  expect(idsOf(await list({ q: 'fox', camera_id: scene.cameraId }))).toEqual([ids.foxes, ids.fox])
  expect(await list({ q: 'fox', starred: 'true' })).toMatchObject({ total: 1, data: [{ id: ids.fox }] })
  expect((await list({ q: 'red', event_category: 'intrusion' })).total).toBe(1)
  expect((await list({ q: 'fox', site_id: vaultSite })).total).toBe(1)
  expect((await list({ q: 'fox', date_to: '2020-01-01' })).total).toBe(0)
  expect((await list({ q: 'fox', trigger_source: 'onvif', date_from: '2020-01-01' })).total).toBe(3)
})

test('page by page with a total that stays, and a place that is good for these words only', async () => {
  const first = await list({ q: 'fox', limit: '2' })
  expect([idsOf(first), first.total]).toEqual([[ids.hidden, ids.foxes], 3])
  const cursor = first.next_cursor ?? ''
  const second = await list({ q: 'fox', limit: '2', cursor })
  expect([idsOf(second), second.total, second.next_cursor]).toEqual([[ids.fox], 3, null])
  expect(await scene.statusOf('/api/v1/events', { q: 'red', limit: '2', cursor })).toBe(400)
  expect(await scene.statusOf('/api/v1/events', { limit: '2', cursor })).toBe(400)
})

test('a viewer finds what is at their sites, a stranger nothing', async () => {
  const viewer = await scene.org.signIn('viewer', [scene.org.siteId])
  expect(await list({ q: 'fox' }, viewer)).toMatchObject({ total: 2 })
  const both = await scene.org.signIn('viewer', [scene.org.siteId, vaultSite])
  expect(idsOf(await list({ q: 'fox' }, both))).toEqual([ids.hidden, ids.foxes, ids.fox])
  const stranger = await (await world.createOrg()).signIn('owner')
  expect(await list({ q: 'fox' }, stranger)).toMatchObject({ total: 0, data: [] })
})

test('a list without words is what it was, right after one with them', async () => {
  await list({ q: 'unicorn' })
  expect((await list({})).total).toBe(5)
})

test.each([[{ q: '' }], [{ q: '  ' }], [{ q: 'x'.repeat(201) }]])('refuses %j', async (query) => {
  expect(await scene.statusOf('/api/v1/events', query)).toBe(400)
})
