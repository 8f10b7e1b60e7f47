import type { DiscoveredDevice } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { FoundGatherer } from './found-gatherer.js'

const device = (id: string, xaddrs: readonly string[] = []): DiscoveredDevice => ({
  id,
  name: id,
  manufacturer: null,
  model: null,
  address: '192.168.20.31',
  port: 80,
  xaddrs: [...xaddrs],
  rtsp_urls: [],
  sources: ['ws-discovery'],
  endpoint: null,
  mac: null,
  serial: null,
  state: 'new',
})

/** A gatherer whose time is over when the test says so. */
function gathering() {
  const sent: string[][] = []
  const tasks: (() => void)[] = []
  const clock = {
    ...systemClock,
    after: (_ms: number, task: () => void) => {
      tasks.push(task)
      return () => void tasks.splice(tasks.indexOf(task), 1)
    },
  }
  const found = new FoundGatherer({ clock, send: (devices) => sent.push(devices.map(({ id }) => id)) })
  return { found, sent, tasks }
}

it('tells of devices that answer at once in one frame', () => {
  const { found, sent, tasks } = gathering()
  found.found(device('a'))
  found.found(device('b'))
  expect([sent, tasks.length]).toEqual([[], 1])
  tasks[0]?.()
  expect([sent, tasks.length]).toEqual([[['a', 'b']], 0])
})

it('tells of what waits when the scan ends, and of nothing afterwards', () => {
  const { found, sent, tasks } = gathering()
  found.found(device('a'))
  found.flush()
  found.flush()
  expect([sent, tasks.length]).toEqual([[['a']], 0])
})

it('sends no frame that is longer than one may be', () => {
  const { found, sent } = gathering()
  const long = Array.from({ length: 16 }, (_, n) => `http://10.0.0.${n}/${'x'.repeat(2000)}`)
  for (let n = 0; n < 40; n += 1) found.found(device(`a${n}`))
  for (let n = 0; n < 6; n += 1) found.found(device(`long${n}`, long))
  found.found(
    device(
      'too long',
      Array.from({ length: 16 }, () => 'ä'.repeat(10_000)),
    ),
  )
  found.flush()
  expect(sent.flat()).toHaveLength(46)
  expect(sent.map(({ length }) => length)).toEqual([16, 16, 11, 3])
})
