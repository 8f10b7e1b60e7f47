import type { CDPSession, Page, Worker } from 'playwright-core'
import { z } from 'zod'
import type { PushBrowser, PushService } from '../fakes/push-service/index.js'
import { until } from './until.js'

/** `PushManager` over `subscribeAtTest`. What it subscribed to outlives a reload, as a browser's does. */
const browsersEnd = `
  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  const stored = () => JSON.parse(localStorage.getItem('test.push') ?? 'null')
  const asSubscription = (kept) => ({
    endpoint: kept.endpoint,
    options: { applicationServerKey: bytesOf(kept.serverKey).buffer, userVisibleOnly: true },
    toJSON: () => ({ endpoint: kept.endpoint, expirationTime: null, keys: kept.keys }),
    unsubscribe: async () => {
      localStorage.removeItem('test.push')
      return true
    },
  })
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (stored() ? asSubscription(stored()) : null),
    subscribe: async ({ applicationServerKey: serverKey }) => {
      localStorage.setItem('test.push', JSON.stringify({ ...(await window.subscribeAtTest(serverKey)), serverKey }))
      return asSubscription(stored())
    },
  })
`

/**
 * Gives a page the browser's end of a push service of a test: this one's own is elsewhere. Everything else is the browser's: the
 * permission, the service worker, what is shown.
 */
export async function subscribeAt(page: Page, service: PushService): Promise<PushBrowser[]> {
  const browsers: PushBrowser[] = []
  await page.exposeFunction('subscribeAtTest', (serverKey: string) => {
    const browser = service.subscribe(serverKey)
    browsers.push(browser)
    return browser.subscription
  })
  await page.addInitScript(browsersEnd)
  return browsers
}

const Registrations = z.object({
  registrations: z.array(
    z.object({ registrationId: z.string(), scopeURL: z.string(), isDeleted: z.boolean() }),
  ),
})

/** The service worker of a page, as the DevTools protocol reaches it. */
export interface PushTarget {
  readonly worker: Worker
  /** What a push service hands to the browser, opened. Resolves once the worker has shown it. */
  deliver(text: string): Promise<void>
  /** What is shown now. Not to be asked while a message is on its way: Chromium forgets those that it is about to show then. */
  shown(): Promise<{ title: string; body: string; tag: string }[]>
  /** Presses what is shown, as a person would. */
  press(): Promise<void>
}

/** Has a service worker count what it showed: to ask for what is shown again and again loses what is being shown. */
const counting = `(() => {
  const { showNotification } = ServiceWorkerRegistration.prototype
  self.shownSoFar = 0
  ServiceWorkerRegistration.prototype.showNotification = async function (...given) {
    await showNotification.apply(this, given)
    self.shownSoFar += 1
  }
})()`

export async function pushTarget(page: Page): Promise<PushTarget> {
  const { origin } = new URL(page.url())
  const [worker = await page.context().waitForEvent('serviceworker')] = page.context().serviceWorkers()
  const session: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const { registrations } = Registrations.parse(event)
      const found = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL === `${origin}/`)
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await worker.evaluate(counting)
  const shownSoFar = async () => Number(await worker.evaluate('self.shownSoFar'))
  return {
    worker,
    deliver: async (data) => {
      const before = await shownSoFar()
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      await until(`the worker has shown ${data}`, async () => (await shownSoFar()) > before)
    },
    shown: async () =>
      z
        .array(z.object({ title: z.string(), body: z.string(), tag: z.string() }))
        .parse(
          await worker.evaluate(
            `self.registration.getNotifications().then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`,
          ),
        ),
    press: async () => {
      await worker.evaluate(
        `self.registration.getNotifications().then(([notification]) =>
          self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
      )
    },
  }
}
