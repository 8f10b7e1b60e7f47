import { attribute, child, children, plainText, text, type XmlNode } from './read-xml.js'

export interface SimpleItem {
  readonly name: string
  readonly value: string
}

/** One notification of a camera, every text of it bounded and one safe line. */
export interface EventMessage {
  /** As the camera wrote it, outer blanks removed. */
  readonly topic: string
  /** By the camera's clock, in its own words; '' for none. Often wrong or zero. */
  readonly utcTime: string
  /** What became of the property; null where the camera does not say. */
  readonly operation: 'initialized' | 'deleted' | 'changed' | null
  readonly source: readonly SimpleItem[]
  readonly data: readonly SimpleItem[]
}

const mostMessages = 200
const mostItems = 20

/** The messages of a PullMessagesResponse (ONVIF Core, section 9.3), in order; what has no topic is left out. */
export function readMessages(body: XmlNode): EventMessage[] {
  return children(child(body, 'PullMessagesResponse'), 'NotificationMessage')
    .slice(0, mostMessages)
    .map(readMessage)
    .filter(({ topic }) => topic !== '')
}

function readMessage(notification: XmlNode): EventMessage {
  const outer = child(notification, 'Message')
  const message = child(outer, 'Message') ?? outer
  return {
    topic: plainText(text(notification, 'Topic'), 200),
    utcTime: plainText(attribute(message, 'UtcTime'), 64),
    operation: operationOf(attribute(message, 'PropertyOperation')),
    source: [...itemsOf(message, 'Source'), ...itemsOf(message, 'Key')].slice(0, mostItems),
    data: itemsOf(message, 'Data'),
  }
}

function operationOf(written: string): EventMessage['operation'] {
  const word = written.toLowerCase()
  if (word === 'initialized' || word === 'initialised') return 'initialized'
  if (word === 'deleted') return 'deleted'
  return word === 'changed' ? 'changed' : null
}

function itemsOf(message: XmlNode, group: 'Source' | 'Key' | 'Data'): SimpleItem[] {
  return children(child(message, group), 'SimpleItem')
    .slice(0, mostItems)
    .map((item) => ({
      name: plainText(attribute(item, 'Name'), 64),
      value: plainText(attribute(item, 'Value'), 200),
    }))
}

/** Names under which cameras say whether something is the case. */
const stateNames =
  /^(?:is|has)[a-z]|^(?:state|logicalstate|value|active|alarm|alarmstate|status|motion|motionalarm|detected|triggered?|level|tamper|sounddetected|visible|inside|on)$/i
/** True and false of a camera's own circumstances; they say nothing of what it sees. */
const besideThePoint = /^(?:is)?(?:enabled?|learning|valid|rule|priority|config\w*|armed|schedule\w*)$/i

const yes = ['true', '1', 'yes', 'on', 'active', 'activated', 'alarm', 'detected', 'start', 'started', 'high']
const no = [
  'false',
  '0',
  'no',
  'off',
  'inactive',
  'deactivated',
  'idle',
  'normal',
  'stop',
  'stopped',
  'end',
  'ended',
  'low',
  'none',
  'clear',
]

/**
 * Whether a message says that something is the case, or that it is not; null where it holds no such value, as for what
 * happens at a moment.
 */
export function stateOf({ data }: EventMessage): boolean | null {
  const candidates = data.filter(({ name }) => !besideThePoint.test(name))
  const named = candidates.filter(({ name }) => stateNames.test(name)).map(({ value }) => readWord(value))
  if (named.includes(true)) return true
  if (named.includes(false)) return false
  // A number such as an object's id is a truth only under a name that promises one.
  const words = candidates.filter(({ value }) => !/^\d+$/.test(value)).map(({ value }) => readWord(value))
  if (words.includes(true)) return true
  return words.includes(false) ? false : null
}

function readWord(value: string): boolean | null {
  const word = value.trim().toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : null
}
