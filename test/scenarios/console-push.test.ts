import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type PushBrowser, PushService } from '../fakes/push-service/index.js'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { chooseByKeys, signIn } from '../harness/console-page.js'
import { startWorld, until, type World } from '../harness/index.js'
import { pushTarget, subscribeAt } from '../harness/push-page.js'

tellIfThereIsNone('console-push.test.ts')

const Kind = z.object({ kind: z.string() })

describe.skipIf(chromiumPath === undefined)('messages on this device', () => {
  let world: World
  let service: PushService
  let chromium: Chromium
  let page: Page

  beforeAll(async () => {
    world = await startWorld({
      cameras: [{ name: 'Gate' }],
      cloudEnv: { VAPID_SUBJECT: 'mailto:ops@example.com', TESTS_PER_MINUTE: '1000' },
    })
    service = await PushService.start(world.receiver.certificate)
    chromium = await startChromium(['--lang=en-GB'])
  })
  afterEach(() => chromium.beginAnew())
  afterAll(async () => {
    await chromium?.close()
    await service?.[Symbol.asyncDispose]()
    await world?.close()
  })

  async function enter(path = '/me'): Promise<void> {
    page = await chromium.open(world.cloud.url + path)
    await signIn(page, world.owner)
    await page.getByRole('heading', { name: 'Yours' }).waitFor()
  }

  /** A page in a browser that allows messages and reaches the push service of this test. */
  async function enterAllowed(): Promise<PushBrowser> {
    page = await chromium.context.newPage()
    const browsers = await subscribeAt(page, service)
    await chromium.context.grantPermissions(['notifications'], { origin: world.cloud.url })
    await page.goto(`${world.cloud.url}/me`)
    await signIn(page, world.owner)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Messages are on.').waitFor()
    const [browser] = browsers
    if (!browser) throw new Error('the page has not subscribed')
    return browser
  }

  /** The first message of a kind for a browser, as it reads it. */
  const messageFor = ({ subscription }: PushBrowser, kind: 'alert' | 'test') =>
    until(`a message of kind ${kind} for this browser`, () =>
      service.taken
        .filter(({ endpoint }) => endpoint === subscription.endpoint)
        .map(({ text }) => text)
        .find((text) => Kind.parse(JSON.parse(text)).kind === kind),
    )

  const listed = async () =>
    (await world.api.get('/api/v1/push/subscriptions')).body.data as { id: string; current: boolean }[]
  const forgetAll = async () => {
    for (const { id } of await listed()) await world.api.delete(`/api/v1/push/subscriptions/${id}`)
  }

  it('an alert is shown while nobody looks, and pressing it opens the alert in the console that is open', async () => {
    await forgetAll()
    const browser = await enterAllowed()
    const target = await pushTarget(page)
    const camera = await world.addCamera(await world.onlineAgent())
    const me = (await world.api.get('/api/v1/auth/me')).body
    const rule = {
      name: 'Night <b>watch</b>',
      rule_kind: 'camera_event',
      recipients: [{ user_id: me.id, channels: ['push'] }],
    }
    expect((await world.api.post('/api/v1/alert-rules', rule)).status).toBe(201)
    await world.trigger(camera.id)
    await target.deliver(await messageFor(browser, 'alert'))
    const [alert] = (await world.api.get('/api/v1/alerts')).body.data
    expect(await target.shown()).toMatchObject([{ title: 'Night <b>watch</b>', body: 'Gate · Medium' }])
    await target.press()
    await page.waitForURL(`**/alerts/${alert.id}`)
    await page.getByRole('button', { name: 'Take it' }).waitFor()
    expect(await target.shown()).toEqual([])
  })

  it('pressed where no console is open, it asks the browser for one', async () => {
    await forgetAll()
    await enterAllowed()
    const target = await pushTarget(page)
    await target.worker.evaluate(
      `self.clients.openWindow = async (address) => { self.asked = address; return null }`,
    )
    await target.deliver(JSON.stringify({ kind: 'alert', title: 'Door', address: '/alerts/7', tag: 'a' }))
    expect(await target.shown()).toMatchObject([{ title: 'Door' }])
    // A page of the service that is no console.
    await page.goto(`${world.cloud.url}/reset`)
    await target.press()
    await until('it asked', async () => (await target.worker.evaluate('self.asked')) === '/alerts/7')
  })

  it('a test reaches the device; what replaces it stands once; what cannot be read is shown all the same', async () => {
    await forgetAll()
    const browser = await enterAllowed()
    const target = await pushTarget(page)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('A test is on its way.').waitFor()
    await target.deliver(await messageFor(browser, 'test'))
    expect(await target.shown()).toMatchObject([{ title: 'Test' }])
    for (const count of [1, 3])
      await target.deliver(
        JSON.stringify({ kind: 'alert', title: 'Yard', count, tag: 'group', address: '/alerts/1' }),
      )
    await target.deliver('no message')
    const shown = (await target.shown()).map(({ title, body }) => `${title}: ${body}`)
    expect(new Set(shown)).toEqual(
      new Set(['Test: Messages reach this device. Nothing has happened.', 'Yard: 3 alerts', 'Sightline: ']),
    )
  })

  it('stays on after a reload, comes back with the person, and ends with signing out', async () => {
    await forgetAll()
    await enterAllowed()
    const [first] = await listed()
    await page.reload()
    await page.getByText('Messages are on.').waitFor()
    expect((await listed()).map(({ id }) => id)).toEqual([first?.id])
    await page.getByRole('button', { name: 'and what is yours' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await listed()).toEqual([])
    // They are turned off while the page has not heard yet that the service knows of them.
    const held = new Promise<() => Promise<void>>((resolve) => {
      void page.route('**/api/v1/push/subscriptions', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        const response = await route.fetch()
        resolve(() => route.fulfill({ response }))
      })
    })
    await signIn(page, world.owner)
    await page.getByText('Messages are on.').waitFor()
    const answer = await held
    expect(await listed()).toHaveLength(1)
    await page.getByRole('button', { name: 'Turn off', exact: true }).click()
    await page.getByText('Messages are off.').waitFor()
    await answer()
    await until('the service knows that it is off', async () => (await listed()).length === 0)
    await page.unroute('**/api/v1/push/subscriptions')
    await page.reload()
    await page.getByText('Messages are off.').waitFor()
    // A rule that would tell this device says so, and turns them on.
    await page.goto(`${world.cloud.url}/rules/new`)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Messages are on.').waitFor()
    await until('the service knows of it', async () => (await listed()).length === 1)
    await forgetAll()
  })

  it('a browser that was told no says so, and what to do', async () => {
    await chromium.context.grantPermissions([], { origin: world.cloud.url })
    await enter()
    // Headless, a browser refuses whatever nobody granted.
    await page
      .getByRole('button', { name: 'Turn on' })
      .or(page.getByText('does not allow messages'))
      .first()
      .waitFor()
    const button = page.getByRole('button', { name: 'Turn on' })
    if (await button.isVisible()) await button.click()
    await page.getByText(/does not allow messages|nobody answered/).waitFor()
    expect(await listed()).toEqual([])
  })

  it.each([
    ['has no messages', 'delete window.PushManager', 'This browser has no messages.'],
    [
      'has no secure context',
      `Object.defineProperty(window, 'isSecureContext', { value: false })`,
      'Browsers show messages only for pages by https.',
    ],
    [
      'reaches no push service',
      `PushManager.prototype.subscribe = async () => { throw new DOMException('none', 'AbortError') }`,
      'This browser could not reach its push service.',
    ],
  ])('a browser that %s says so', async (_, script, says) => {
    page = await chromium.context.newPage()
    await page.addInitScript(script)
    await chromium.context.grantPermissions(['notifications'], { origin: world.cloud.url })
    await page.goto(`${world.cloud.url}/me`)
    await signIn(page, world.owner)
    await page.getByText('Messages on this device').waitFor()
    const button = page.getByRole('button', { name: 'Turn on' })
    await page.getByText(says).or(button).first().waitFor()
    if (await button.isVisible()) await button.click()
    await page.getByText(says).waitFor()
  })

  it('a service that sends none says so; one that fails can be asked again', async () => {
    page = await chromium.context.newPage()
    await subscribeAt(page, service)
    await chromium.context.grantPermissions(['notifications'], { origin: world.cloud.url })
    const none = { available: false, public_key: null, rules: [] }
    await page.route('**/api/v1/push/settings', (route) => route.fulfill({ json: none }))
    await page.goto(`${world.cloud.url}/me`)
    await signIn(page, world.owner)
    await page.getByText('This service sends no messages').waitFor()
    await page.unroute('**/api/v1/push/settings')
    await page.route('**/api/v1/push/subscriptions', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('The service could not be asked.').waitFor()
    await page.unroute('**/api/v1/push/subscriptions')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Messages are on.').waitFor()
  })

  it('what is one’s own is reached from the menu, by pointer and by keyboard', async () => {
    page = await chromium.open(`${world.cloud.url}/alerts`)
    await signIn(page, world.owner)
    const own = page.getByRole('button', { name: 'and what is yours' })
    await own.click()
    await page.getByRole('menuitem', { name: 'Messages, sessions, language' }).click()
    await page.getByRole('heading', { name: 'Yours' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
    await own.focus()
    await page.keyboard.press('Enter')
    await chooseByKeys(page, 'Messages', 'Messages, sessions, language')
    await page.getByRole('heading', { name: 'Yours' }).waitFor()
  })

  it('shows where somebody is signed in, and signs them out there', async () => {
    const elsewhere = await chromium.context.browser()?.newContext()
    const other = await elsewhere?.newPage()
    if (!other) throw new Error('no browser')
    await other.goto(`${world.cloud.url}/live`)
    await signIn(other, world.owner)
    await other.getByRole('heading', { name: 'Live' }).waitFor()
    await enter()
    await page.getByText('· here').waitFor()
    while ((await page.getByRole('button', { name: 'Sign out there' }).count()) > 0) {
      const count = await page.getByRole('button', { name: 'Sign out there' }).count()
      await page.getByRole('button', { name: 'Sign out there' }).first().click()
      await expect
        .poll(() => page.getByRole('button', { name: 'Sign out there' }).count())
        .toBeLessThan(count)
    }
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await elsewhere?.close()
    await world.api.login(world.owner.email, world.owner.password)
  })

  it('another password is refused beside its field, and ends what is signed in elsewhere', async () => {
    await enter()
    const part = page.getByRole('region', { name: 'Password' })
    const type = async (old: string, wanted: string, again = wanted) => {
      await part.getByLabel('Password until now').fill(old)
      await part.getByLabel('New password').fill(wanted)
      await part.getByLabel('The new one again').fill(again)
      await part.getByLabel('The new one again').press('Enter')
    }
    await type(world.owner.password, 'too short', 'otherwise')
    await part.getByText('It lacks: 12 characters, a capital letter, a digit, a symbol.').waitFor()
    await part.getByText('The two are not the same.').waitFor()
    await type('Not-The-Password-1', 'Another-Horse-8')
    await part.getByText(/^This is not your password\./).waitFor()
    await type(world.owner.password, 'Another-Horse-8')
    await part.getByText('The password is changed. Everywhere else you are signed out.').waitFor()
    expect((await world.api.get('/api/v1/auth/me')).status).toBe(401)
    await expect.poll(() => page.getByRole('button', { name: 'Sign out there' }).count()).toBe(0)
    await type('Another-Horse-8', world.owner.password)
    await part.getByText('The password is changed.').waitFor()
    await world.api.login(world.owner.email, world.owner.password)
  })

  it('a name, a zone and a language are changed, by keyboard too', async () => {
    await enter()
    await page.getByLabel('Your name').fill('')
    await page.keyboard.press('Enter')
    await page.getByText('A name has 1 to 100 characters.').waitFor()
    await page.getByLabel('Your name').fill('<i>Olive</i>')
    await page.keyboard.press('Enter')
    await page.getByText('Saved.').waitFor()
    await page.getByText('<i>Olive</i>').waitFor()
    await page.getByLabel('Your time zone').selectOption('Europe/Berlin')
    await expect
      .poll(async () => (await world.api.get('/api/v1/auth/me')).body)
      .toMatchObject({ display_name: '<i>Olive</i>', preferences: { timezone: 'Europe/Berlin' } })
    await page.getByRole('radio', { name: 'Deutsch' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('heading', { name: 'Eigenes' }).waitFor()
  })

  it('the console can be installed: a manifest with drawings that are there, and nothing in the way', async () => {
    await enter()
    const session = await chromium.context.newCDPSession(page)
    const { errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // This browser runs in private windows, which install nothing.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    const manifest = (await world.api.get('/manifest.webmanifest')).body
    for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
      const size = await page.evaluate(`(async () => {
        const image = new Image()
        image.src = '${src}'
        await image.decode()
        return image.naturalWidth + 'x' + image.naturalHeight
      })()`)
      if (sizes !== 'any') expect(size).toBe(sizes)
    }
  })

  it('no page broke a rule of its own', () => {
    expect(chromium.complaints).toEqual([])
  })
})
