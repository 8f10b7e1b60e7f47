import { expect, it } from 'vitest'
import { ServerEventReader } from './server-events.js'

const stream =
  'retry: 2000\n\nevent: change\ndata: {"kind":"event"}\nid: 7\n\n: nothing\n\nid: 8\n\ndata: a\ndata: b\n\n'
const events = [
  { id: null, event: null, data: null },
  { id: '7', event: 'change', data: '{"kind":"event"}' },
  { id: null, event: null, data: null },
  { id: '8', event: null, data: null },
  { id: null, event: null, data: 'a\nb' },
]

it('reads events, heartbeats and data of several lines', () => {
  expect(new ServerEventReader().read(stream)).toEqual(events)
})

it('reads them cut at any place', () => {
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const reader = new ServerEventReader()
    expect([...reader.read(stream.slice(0, cut)), ...reader.read(stream.slice(cut))]).toEqual(events)
  }
})
