/** How a message is shown: `ServiceWorkerRegistration.showNotification`. */
export interface ShownMessage {
  readonly title: string
  readonly body: string
  /** What is shown under the same is replaced. */
  readonly tag: string
  /** Path of the console that a press leads to. */
  readonly address: string
}

const words = {
  en: {
    severity: { info: 'Info', low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
    alerts: (count: string) => `${count} alerts`,
    alert: 'An alert',
    test: 'Test',
    ofRule: (name: string) => `Test of ${name}`,
    works: 'Messages reach this device. Nothing has happened.',
  },
  de: {
    severity: { info: 'Info', low: 'Gering', medium: 'Mittel', high: 'Hoch', critical: 'Kritisch' },
    alerts: (count: string) => `${count} Alarme`,
    alert: 'Ein Alarm',
    test: 'Test',
    ofRule: (name: string) => `Test von ${name}`,
    works: 'Nachrichten erreichen dieses Gerät. Es ist nichts geschehen.',
  },
} as const

/** What is shown of a message that cannot be read: a browser takes messages only from those who show each. */
const unread: ShownMessage = { title: 'Sightline', body: '', tag: 'sightline', address: '/alerts' }

/** Reads a message of the service (`cloud/src/delivery/notifications/push/outgoing/compose-push.ts`). Texts are shown as text. */
export function readMessage(text: string): ShownMessage {
  const message = parsed(text)
  if (!message) return unread
  const say = words[textOf(message, 'language') === 'de' ? 'de' : 'en']
  const title = textOf(message, 'title')
  const shown = { tag: textOf(message, 'tag') || unread.tag, address: addressOf(message) }
  if (textOf(message, 'kind') === 'test')
    return { ...shown, title: title === '' ? say.test : say.ofRule(title), body: say.works }
  const count = Number(message['count'])
  const severities: Readonly<Record<string, string>> = say.severity
  const parts = [
    textOf(message, 'source'),
    severities[textOf(message, 'severity')] ?? '',
    count > 1 ? say.alerts(String(count)) : '',
  ]
  return { ...shown, title: title || say.alert, body: parts.filter((part) => part !== '').join(' · ') }
}

type Message = Readonly<Record<string, unknown>>

function parsed(text: string): Message | null {
  try {
    const found: unknown = JSON.parse(text)
    return isMessage(found) ? found : null
  } catch {
    return null
  }
}

const isMessage = (found: unknown): found is Message =>
  typeof found === 'object' && found !== null && !Array.isArray(found)

function textOf(message: Message, name: string): string {
  const found = message[name]
  return typeof found === 'string' ? found : ''
}

/** A path of this origin: a press leads nowhere else. */
function addressOf(message: Message): string {
  const address = textOf(message, 'address')
  return /^\/(?![/\\])/.test(address) ? address : unread.address
}
