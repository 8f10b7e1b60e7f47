import { describe, expect, it } from 'vitest'
import { placeOf, readTyped, splitAccount } from './address-typed.js'

describe('what was typed for a camera that is not in the list', () => {
  it('is a link, an address, a name or a network', () => {
    expect(readTyped(' rtsp://192.168.1.20/stream1 ')).toEqual({
      kind: 'link',
      url: 'rtsp://192.168.1.20/stream1',
    })
    expect(readTyped('192.168.1.20')).toEqual({ kind: 'place', target: '192.168.1.20', isNetwork: false })
    expect(readTyped('gate.local')).toEqual({ kind: 'place', target: 'gate.local', isNetwork: false })
    expect(readTyped('192.168.30.0/24')).toEqual({
      kind: 'place',
      target: '192.168.30.0/24',
      isNetwork: true,
    })
  })

  it.each(['', 'http://192.168.1.20', 'rtsp://', 'a camera', '192.168.1.0/4'])(
    'is none of it: %j',
    (text) => {
      expect(readTyped(text)).toEqual({ kind: 'none' })
    },
  )
})

describe('an account in a link', () => {
  it('goes out of it', () => {
    expect(splitAccount('rtsp://admin:p%40ss:1@10.0.0.5:554/a@b')).toEqual({
      url: 'rtsp://10.0.0.5:554/a@b',
      account: { username: 'admin', password: 'p@ss:1' },
    })
    expect(splitAccount('rtsp://admin@10.0.0.5/')).toEqual({
      url: 'rtsp://10.0.0.5/',
      account: { username: 'admin', password: '' },
    })
    expect(splitAccount('rtsp://admin:50%@10.0.0.5/').account?.password).toBe('50%')
  })

  it('is null where none is', () => {
    expect(splitAccount(' rtsp://10.0.0.5/a@b ')).toEqual({ url: 'rtsp://10.0.0.5/a@b', account: null })
  })
})

it('host and port of a link', () => {
  expect(placeOf('rtsp://10.0.0.5/x')).toEqual({ host: '10.0.0.5', port: 554 })
  expect(placeOf('rtsps://a:b@gate.local:322')).toEqual({ host: 'gate.local', port: 322 })
  expect(placeOf('10.0.0.5')).toBeNull()
})
