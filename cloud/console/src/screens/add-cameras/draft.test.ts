import { describe, expect, it } from 'vitest'
import type { Device } from '../../api/adding-cameras.js'
import {
  draftOf,
  emptyDraft,
  keptPart,
  lackingToAdd,
  lackingToLook,
  mayBeOpen,
  reachOf,
  readDraft,
} from './draft.js'

const device: Device = {
  id: 'urn:1',
  name: 'Gate east',
  manufacturer: 'Axis',
  model: 'P3265',
  address: '192.168.20.31',
  port: 8000,
  xaddrs: ['http://192.168.20.31:8000/onvif/device_service'],
  rtsp_urls: [],
  sources: ['ws-discovery'],
  endpoint: null,
  mac: null,
  serial: null,
  state: 'needs_credentials',
}

describe('what is entered for a device that was found', () => {
  it('begins with what it says: ONVIF, its link, or that it answers RTSP', () => {
    expect(draftOf(device)).toMatchObject({
      name: 'Gate east',
      by: 'onvif',
      host: '192.168.20.31',
      port: '8000',
    })
    const link = { ...device, xaddrs: [], rtsp_urls: ['rtsp://192.168.20.31/live'], port: 554 }
    expect(draftOf(link)).toMatchObject({ by: 'rtsp', url: 'rtsp://192.168.20.31/live' })
    expect(draftOf({ ...link, rtsp_urls: [], port: 8554 }).url).toBe('rtsp://192.168.20.31:8554/')
  })

  it('is not named by its address', () => {
    expect(draftOf({ ...device, name: device.address }).name).toBe('P3265')
    expect(draftOf({ ...device, name: device.address, model: null }).name).toBe('')
  })

  it('is looked at by itself only where nothing asks for a password', () => {
    expect(mayBeOpen(device)).toBe(false)
    expect(mayBeOpen({ ...device, state: 'new' })).toBe(true)
    expect(mayBeOpen({ ...device, state: 'new', xaddrs: [] })).toBe(false)
  })
})

describe('what is missing', () => {
  it('before it is looked at', () => {
    expect(lackingToLook(emptyDraft)).toEqual({ host: true })
    expect(lackingToLook({ ...emptyDraft, host: 'a', port: '70000' })).toEqual({ port: true })
    expect(lackingToLook({ ...emptyDraft, by: 'rtsp' })).toEqual({ url: true })
    expect(lackingToLook({ ...emptyDraft, by: 'rtsp', url: 'rtsp://a/b' })).toEqual({})
  })

  it('before it is added', () => {
    expect(lackingToAdd({ ...emptyDraft, host: 'a', name: ' ' })).toEqual({ name: true, siteId: true })
    expect(lackingToAdd({ ...emptyDraft, host: 'a', name: 'A', siteId: 's' })).toEqual({})
  })
})

describe('what is kept over a reload', () => {
  it('is everything that was typed', () => {
    const draft = { ...draftOf(device), username: 'viewer', siteId: 's' }
    expect(readDraft(JSON.parse(JSON.stringify(keptPart(draft))))).toEqual(draft)
  })

  it.each([
    'rtsp://admin:canary',
    'rtsp://admin:canary@10.0.0.5/',
    'rtsp://admin:can/ary@10.0.0.5/',
    'rtsp://admin:123',
  ])('is no password in a link that is being typed: %s', (url) => {
    const kept = keptPart({ ...emptyDraft, by: 'rtsp', url, subUrl: url })
    expect([kept.url, kept.subUrl]).toEqual(['', ''])
  })

  it('is nothing that is no draft', () => {
    for (const one of [null, 'x', {}, { by: 'http' }]) expect(readDraft(one)).toBeNull()
  })
})

it('is sent as the service wants it', () => {
  const onvif = reachOf({ ...emptyDraft, host: ' a ', port: '80', username: 'u' }, 'g', 'p')
  expect(onvif).toEqual({
    gatewayId: 'g',
    connection: { type: 'onvif', host: 'a', port: 80, channel: null },
    username: 'u',
    password: 'p',
  })
  const rtsp = reachOf({ ...emptyDraft, by: 'rtsp', url: 'rtsp://a/b' }, null, '')
  expect(rtsp.connection).toEqual({ type: 'rtsp', url: 'rtsp://a/b', subUrl: null })
})
