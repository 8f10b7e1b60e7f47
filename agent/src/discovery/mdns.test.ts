import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { leaveFloodsOut } from './mdns.js'

const records = (count: number) =>
  Array.from({ length: count }, () => ({ name: '_rtsp._tcp.local', type: 'PTR' }))

test.each([
  ['an answer', { answers: records(4), additionals: records(8) }, true],
  ['a long answer', { answers: records(200) }, true],
  ['a flood in one packet', { answers: records(4600) }, false],
  ['a flood in its other parts', { answers: [], additionals: records(150), authorities: records(51) }, false],
  ['what is no packet', null, false],
])('%s: it is heard: %j', (_what, packet, isHeard) => {
  const mdns = new EventEmitter()
  const heard: unknown[] = []
  mdns.on('response', (said: unknown) => heard.push(said))
  leaveFloodsOut(mdns)
  mdns.emit('response', packet)
  expect(heard).toEqual(isHeard ? [packet] : [])
})

test('what else is emitted is heard', () => {
  const mdns = new EventEmitter()
  const heard: unknown[] = []
  mdns.on('query', (...said: unknown[]) => heard.push(said))
  leaveFloodsOut(mdns)
  mdns.emit('query', { questions: [] }, 'sender')
  expect(heard).toEqual([[{ questions: [] }, 'sender']])
})
