import { describe, expect, it } from 'vitest'
import type { Device } from '../../api/adding-cameras.js'
import { between, isToAdd, nextToAdd, withFound } from './devices.js'

const device = (id: string, more: Partial<Device> = {}): Device => ({
  id,
  name: id,
  manufacturer: null,
  model: null,
  address: `192.168.20.${id.charCodeAt(0)}`,
  port: 80,
  xaddrs: [],
  rtsp_urls: [],
  sources: ['scan'],
  endpoint: null,
  mac: null,
  serial: null,
  state: 'needs_credentials',
  ...more,
})
const [a, b, c] = [device('a'), device('b'), device('c')]
const ids = (devices: readonly Device[]) => devices.map(({ id }) => id)

describe('devices that stream in', () => {
  it('come last, and stay where they are', () => {
    expect(ids(withFound([a, b], [c, b]))).toEqual(['a', 'b', 'c'])
  })

  it('are one device once they have said who they are', () => {
    const named = device('urn:b', { address: b.address, name: 'Gate' })
    expect(withFound([a, b], [named])).toEqual([a, named])
  })
})

describe('what is to add', () => {
  it('is what is not added, and a recorder', () => {
    const added = device('d', { state: 'already_added' })
    expect([isToAdd(a, []), isToAdd(a, ['a']), isToAdd(added, [])]).toEqual([true, false, false])
    const channels = [
      { token: '1', name: '1' },
      { token: '2', name: '2' },
    ]
    expect(isToAdd({ ...added, channels }, [])).toBe(true)
  })

  it('goes on behind the one that was added, then from the top', () => {
    expect(nextToAdd([a, b, c], 'b', ['b'])?.id).toBe('c')
    expect(nextToAdd([a, b, c], 'c', ['c'])?.id).toBe('a')
    expect(nextToAdd([a, b], 'a', ['a', 'b'])).toBeNull()
  })
})

it('several are those from one row to another', () => {
  expect(between([a, b, c], 'c', 'b')).toEqual(['b', 'c'])
  expect(between([a, b, c], null, 'b')).toEqual(['b'])
  expect(between([a, b, c], 'gone', 'b')).toEqual(['b'])
})
