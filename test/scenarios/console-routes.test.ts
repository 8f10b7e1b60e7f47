import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'
import {
  cutWordsOn,
  goByTab,
  isTooWide,
  nextPictures,
  Requests,
  routesOf,
  speak,
} from '../harness/console-walk.js'
import { until } from '../harness/index.js'

tellIfThereIsNone('console-routes.test.ts')

/** Where each route leads in the world of this test; null: to another one that is here. */
const addresses = {
  '/': null,
  '/login/$org': null,
  '/live': '/live',
  '/live/$view': '/live/VIEW',
  '/alerts': '/alerts',
  '/alerts/$id': '/alerts/ALERT',
  '/events': '/events',
  '/events/$id': '/events/EVENT',
  '/cameras': '/cameras',
  '/cameras/add': '/cameras/add',
  '/cameras/$id/{-$tab}': '/cameras/CAMERA',
  '/gateways/pair': '/gateways/pair',
  '/gateways/$id': '/gateways/GATEWAY',
  '/health': '/health',
  '/rules': '/rules',
  '/rules/new': '/rules/new',
  '/rules/quiet': '/rules/quiet',
  '/rules/told': '/rules/told',
  '/rules/$id': '/rules/RULE',
  '/rules/$id/verdicts': '/rules/RULE/verdicts',
  '/rules/$id/versions/$n': '/rules/RULE/versions/1',
  '/inbox': '/inbox',
  '/ask': '/ask',
  '/me': '/me',
  '/settings': '/settings',
  '/settings/organisation': '/settings/organisation',
  '/sites': '/sites',
  '/sites/$id': '/sites/SITE',
  '/settings/users': '/settings/users',
  '/settings/users/$id': '/settings/users/USER',
  '/settings/sign-in': '/settings/sign-in',
  '/settings/keys': '/settings/keys',
  '/settings/webhooks': '/settings/webhooks',
  '/settings/webhooks/$id': '/settings/webhooks/WEBHOOK',
  '/settings/webhooks/$id/deliveries/$delivery': '/settings/webhooks/WEBHOOK/deliveries/DELIVERY',
  '/settings/notifications': '/settings/notifications',
  '/settings/ai': '/settings/ai',
  '/settings/instructions': '/settings/instructions',
  '/settings/audit': '/settings/audit',
} as const satisfies Record<string, string | null>

const walked = Object.entries(addresses).flatMap(([route, path]) =>
  path === null ? [] : [[route, path] as const],
)

/** Of what a newer service says these may show nothing, or that there is nothing. */
const needKnownWords = new Set<string>(['/rules/$id/verdicts', '/rules/$id/versions/$n', '/sites/$id'])

/** Of an organisation with something at every address. */
describe.skipIf(chromiumPath === undefined)('every page of the console', () => {
  let stand: ConsoleStand
  let page: Page
  const ids = new Map<string, string>()

  beforeAll(async () => {
    stand = await startConsole({ cameras: [{ name: 'Gate' }] })
    const { world } = stand
    const made = async (path: string, body: object) => {
      const answer = await world.api.post(`/api/v1/${path}`, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return String(answer.body.id)
    }
    const me = (await world.api.get('/api/v1/auth/me')).body
    const recipients = [{ user_id: me.id, channels: ['in_app'] }]
    const rule = await stand.addRule('Everything', { recipients })
    const sees = { version: 1, where: { op: 'object', label: 'person' } }
    await made(`alert-rules/${rule}/compiled-versions`, { predicate: sees, sentence: 'Motion at the gate' })
    const { webhookId } = await world.alertEverything()
    await made('views', {
      name: 'Doors',
      layout: 'by_hand',
      cameras: [{ camera_id: stand.cameras[0]?.id, size: 2 }],
    })
    await made('prompt-packs', { name: 'Yard', instructions: 'A yellow vest works here.' })
    await made('service-accounts', { name: 'Importer', role: 'operator' })
    const event = await stand.trigger()
    await world.untilClip(event)
    const first = async (path: string) => String((await world.api.get(`/api/v1/${path}`)).body.data[0].id)
    await until('something was delivered', async () => {
      const { body } = await world.api.get(`/api/v1/webhooks/${webhookId}/deliveries`)
      return body.data.length > 0
    })
    const found = {
      VIEW: await first('views'),
      ALERT: await first('alerts'),
      EVENT: event,
      CAMERA: stand.cameras[0]?.id ?? '',
      GATEWAY: await first('gateways'),
      RULE: rule,
      SITE: world.siteId,
      USER: String(me.id),
      WEBHOOK: webhookId,
      DELIVERY: await first(`webhooks/${webhookId}/deliveries`),
    }
    for (const [name, id] of Object.entries(found)) ids.set(name, id)
    page = await stand.enter('/inbox')
  })
  afterAll(() => stand?.close())

  const pathOf = (path: string) => path.replaceAll(/[A-Z]{2,}/g, (name) => ids.get(name) ?? randomUUID())
  const addressOf = (path: string) => stand.world.cloud.url + pathOf(path)

  /** Resolves once a page has all that it asks for. */
  async function settle(requests: Requests): Promise<void> {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect
      .poll(async () => {
        // What is there may ask for more once it is drawn.
        if (!requests.areUnderWay) await page.evaluate(nextPictures)
        return requests.areUnderWay
      })
      .toBe(false)
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
  }

  it('has its place in this test', async () => {
    expect((await routesOf(page)).toSorted()).toEqual(Object.keys(addresses).toSorted())
  })

  it.each(walked)(
    '%s opens by its address, on phones and desks, by keys, and in German',
    async (route, path) => {
      let requests = new Requests(page)
      page = await stand.enter(pathOf(path), undefined, async (opened) => {
        requests = new Requests(opened)
      })
      await settle(requests)
      const name = route.replaceAll(/[^a-z]+/g, '-')
      for (const look of looks.toReversed()) {
        await lookAt(page, look)
        expect.soft(await violationsOn(page), `axe at ${look.width} px`).toEqual([])
        expect.soft(await isTooWide(page), `wider than ${look.width} px`).toBe(false)
        await keepScreen(page, `route${name}-${look.width}`)
      }
      await speak(page, 'de')
      expect.soft(await cutWordsOn(page), 'words that are cut in German at 360 px').toEqual([])
      await keepScreen(page, `route${name}-de`)
      await speak(page, 'en')
      await page.setViewportSize({ width: 1280, height: 800 })
      // A desk shows more than a phone, and asks for it.
      await settle(requests)
      expect.soft(await goByTab(page)).toEqual({ unseen: [], outOfOrder: [], unreached: [] })
      expect.soft(requests.refused).toEqual([])
      await page.close()
    },
  )

  describe('stays what it is where the service is newer than the page, whatever words it says', () => {
    let requests: Requests
    let at = ''
    const broken: string[] = []

    beforeAll(async () => {
      page = await stand.enter('/inbox')
      const described = await fetch(`${stand.world.cloud.url}/api/v1/openapi.json`)
      const words = wordsOf(await described.json())
      // Who somebody is does not change by an upgrade.
      await page.route(/\/api\/v1\/(?!auth|notices|live)/, (route) => answerAsLater(route, words))
      requests = new Requests(page)
      // What broke in drawing is told there, too.
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of|WebSocket|net::ERR_/.test(message.text()))
          broken.push(`${at}: ${message.text().slice(0, 300)}`)
      })
    })

    it.each(walked.filter(([route]) => !needKnownWords.has(route)))('%s', async (_route, path) => {
      at = path
      await page.goto(addressOf(path))
      const main = page.getByRole('main')
      const heading = page.getByRole('heading', { level: 1 }).first()
      await heading.waitFor().catch(async () => broken.push(`${path}: ${await main.innerText()}`))
      await expect.poll(() => requests.areUnderWay).toBe(false)
      // A part that breaks takes the page with it.
      if (!(await heading.isVisible())) broken.push(`${path}: ${await main.innerText()}`)
      expect(broken.splice(0)).toEqual([])
    })
  })

  it('broke no rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})

const Described = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })

/** Names of fields whose text is one of a few words. A later release may have more of them. */
function wordsOf(openapi: unknown): Set<string> {
  const names = new Set<string>()
  const look = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null)
      for (const [name, field] of Object.entries(schema.properties))
        if (typeof field === 'object' && field !== null && 'enum' in field) names.add(name)
    for (const part of Object.values(schema)) look(part)
  }
  look(Described.parse(openapi).components.schemas)
  // The language of conditions has versions of its own.
  names.delete('op')
  return names
}

/** Answers as the service does, with a field more in each object and with words that nobody has heard of. */
async function answerAsLater(route: Route, words: ReadonlySet<string>): Promise<void> {
  const answer = await route.fetch().catch(() => null)
  // The page is gone, and does not wait for it.
  if (!answer) return
  if (!answer.ok() || !/json/.test(answer.headers()['content-type'] ?? ''))
    return route.fulfill({ response: answer })
  const later = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return words.has(name) ? 'of_a_later_release' : value
    if (Array.isArray(value)) return value.map((one) => later(one, name))
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).map(([key, one]) => [key, later(one, key)])
    return { ...Object.fromEntries(fields), of_a_later_release: { kind: 'new' } }
  }
  return route.fulfill({ response: answer, json: later(await answer.json()) })
}
