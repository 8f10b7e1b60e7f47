import { valueOf } from '@sightline/client'
import { api } from '../api/api.js'
import { at, textAt } from '../session/session-user.js'
import type { Language } from '../text/text.js'
import { workerAddress } from './worker-address.js'

/** Whether this browser could show messages, before anybody asks it. */
export type PushAbility = 'able' | 'insecure' | 'unsupported' | 'denied'

export function pushAbility(): PushAbility {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** What this browser keeps of having messages: for whom, and which subscription the service knows it by. */
interface KeptPush {
  readonly userId: string
  readonly id: string
  /** SHA-256 of the endpoint: browsers change it by themselves. */
  readonly digest: string
}

const key = 'sightline.push'

function readKept(): KeptPush | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const [userId, id, digest] = ['userId', 'id', 'digest'].map((name) => textAt(found, name))
    return userId && id && digest ? { userId, id, digest } : null
  } catch {
    return null
  }
}

function keep(kept: KeptPush | null): void {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept))
    else localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing: messages end with the session.
  }
}

/** Whether this person has messages in this browser, as far as it remembers. */
export const hasPushHere = (userId: string): boolean => readKept()?.userId === userId

/** How often messages were turned off. Whoever does that while the service is being told of them wants them off. */
let timesOff = 0

/** Who has messages, and in which words. */
interface PushFor {
  readonly userId: string
  readonly language: Language
}

/** What became of allowing messages. */
export type PushOutcome = 'on' | 'denied' | 'unavailable' | 'dismissed'

/**
 * Asks the browser, then the service, for messages in this browser.
 * @throws Error if the browser has no push service, or the service refuses
 */
export async function turnPushOn(who: PushFor): Promise<PushOutcome> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
  const since = timesOff
  const { available, public_key: serverKey } = await valueOf(api.GET('/api/v1/push/settings'))
  if (!available || serverKey === null) return 'unavailable'
  await navigator.serviceWorker.register(workerAddress(), { scope: '/' })
  const registration = await navigator.serviceWorker.ready
  await tell(await subscribed(registration, serverKey), who, since)
  return 'on'
}

/** Takes messages away from this browser, whatever the service says. */
export async function turnPushOff(): Promise<void> {
  timesOff += 1
  const kept = readKept()
  keep(null)
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  if (kept) await api.DELETE('/api/v1/push/subscriptions/{id}', { params: { path: { id: kept.id } } })
}

/**
 * Tells the service anew of this browser where it has to know: another session, an endpoint that the browser changed, another key
 * of the organisation. Nothing is asked of the person.
 */
export async function keepPush(who: PushFor): Promise<void> {
  const kept = readKept()
  if (kept?.userId !== who.userId || pushAbility() !== 'able' || Notification.permission !== 'granted') return
  const since = timesOff
  const registration = await navigator.serviceWorker.getRegistration('/')
  const settings = await valueOf(api.GET('/api/v1/push/settings'))
  if (!registration || settings.public_key === null) return
  const subscription = await subscribed(registration, settings.public_key)
  const { data } = await valueOf(api.GET('/api/v1/push/subscriptions'))
  const known = data.find(({ id }) => id === kept.id)
  const isSame = known?.language === who.language && kept.digest === (await digestOf(subscription.endpoint))
  if (!isSame || since !== timesOff) await tell(subscription, who, since)
}

/** The subscription of this browser to the organisation's messages. */
async function subscribed(
  { pushManager }: ServiceWorkerRegistration,
  serverKey: string,
): Promise<PushSubscription> {
  const before = await pushManager.getSubscription()
  if (before && base64urlOf(before.options.applicationServerKey) === serverKey) return before
  // A browser has one: that of another organisation ends.
  await before?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
}

/** @param since how often messages had been turned off when this began */
async function tell(
  subscription: PushSubscription,
  { userId, language }: PushFor,
  since: number,
): Promise<void> {
  if (since !== timesOff) return void (await subscription.unsubscribe())
  const { endpoint, keys } = subscription.toJSON()
  const [p256dh, auth] = [at(keys, 'p256dh'), at(keys, 'auth')].map(String)
  const { id } = await valueOf(
    api.POST('/api/v1/push/subscriptions', {
      body: { endpoint: String(endpoint), keys: { p256dh: p256dh ?? '', auth: auth ?? '' }, language },
    }),
  )
  const digest = await digestOf(subscription.endpoint)
  if (since === timesOff) keep({ userId, id, digest })
  else await api.DELETE('/api/v1/push/subscriptions/{id}', { params: { path: { id } } })
}

function base64urlOf(bytes: ArrayBuffer | null): string {
  const text = String.fromCodePoint(...new Uint8Array(bytes ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function digestOf(text: string): Promise<string> {
  return base64urlOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
