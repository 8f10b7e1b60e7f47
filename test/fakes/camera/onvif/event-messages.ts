import { escapeXml } from './soap.js'

/** A notification as a camera sends it. */
export interface RaisedEvent {
  readonly topic: string
  readonly operation?: 'Initialized' | 'Changed' | 'Deleted' | undefined
  /** Name to value. */
  readonly source?: Readonly<Record<string, string>>
  /** Name to value; null for a message without Data. */
  readonly data: Readonly<Record<string, string>> | null
}

/** Inner XML of a PullMessagesResponse's NotificationMessage (WS-BaseNotification 1.3, ONVIF Core, section 9.5). */
export function notification(event: RaisedEvent, utcTime: string): string {
  const operation = event.operation === undefined ? '' : ` PropertyOperation="${event.operation}"`
  const source = `<tt:Source>${items(event.source ?? {})}</tt:Source>`
  const data = event.data === null ? '' : `<tt:Data>${items(event.data)}</tt:Data>`
  const message = `<tt:Message UtcTime="${utcTime}"${operation}>${source}${data}</tt:Message>`
  const topic = `<wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${escapeXml(event.topic)}</wsnt:Topic>`
  return `<wsnt:NotificationMessage>${topic}<wsnt:Message>${message}</wsnt:Message></wsnt:NotificationMessage>`
}

function items(named: Readonly<Record<string, string>>): string {
  return Object.entries(named)
    .map(([name, value]) => `<tt:SimpleItem Name="${escapeXml(name)}" Value="${escapeXml(value)}"/>`)
    .join('')
}

/** Inner XML of a GetEventPropertiesResponse with one topic. */
export function eventProperties(topic: string): string {
  const path = topic
    .replaceAll(/\s/g, '')
    .split('/')
    .filter((name) => /^[\w:]+$/.test(name))
  const inner = path.reduceRight((below, name, index) => {
    const isLast = index === path.length - 1
    const description = isLast ? '<tt:MessageDescription IsProperty="true"/>' : ''
    return `<${name}${isLast ? ' wstop:topic="true"' : ''}>${description}${below}</${name}>`
  }, '')
  return `<wsnt:FixedTopicSet>true</wsnt:FixedTopicSet><wstop:TopicSet>${inner}</wstop:TopicSet>`
}
