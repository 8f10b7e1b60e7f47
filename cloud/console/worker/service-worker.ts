import { readMessage } from './shown-message.js'

/**
 * Shows the messages of the service, and leads to what they tell of. It answers no request and keeps nothing: what the console
 * shows always comes from the service.
 */
declare const self: ServiceWorkerGlobalScope

/** How long an open console may take to say that it goes to the address, milliseconds. */
const patienceMs = 700

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, tag, address } = readMessage(event.data?.text() ?? '')
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { address },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const data: unknown = notification.data
  event.waitUntil(open(addressIn(data)))
})

function addressIn(data: unknown): string {
  if (typeof data !== 'object' || data === null || !('address' in data)) return '/alerts'
  return typeof data.address === 'string' ? data.address : '/alerts'
}

/** Shows an address in a console that is open, else in a new one. */
async function open(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  // The one that is looked at, if any is.
  for (const one of windows.toSorted((a, b) => Number(b.focused) - Number(a.focused))) {
    if (!(await goes(one, address))) continue
    await one.focus().catch(() => {})
    return
  }
  await self.clients.openWindow(address)
}

/** Whether a window is a console, awake, and goes to the address. */
function goes(one: WindowClient, address: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    one.postMessage({ kind: 'open', address }, [port2])
  })
}
