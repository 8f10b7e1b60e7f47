import { describe, expect, test } from 'vitest'
import { addressedOrigin } from './addressed-origin.js'

const host = 'video.example.com'
const forwarded = (parts: Record<string, string>) =>
  Object.fromEntries(Object.entries(parts).map(([name, value]) => [`x-forwarded-${name}`, value]))

describe('without a trusted proxy it is plain http at the host that was asked for', () => {
  test.each([
    [host, 'http://video.example.com'],
    [`${host}:80`, 'http://video.example.com'],
    [`${host}:8080`, 'http://video.example.com:8080'],
    ['Video.Example.COM', 'http://video.example.com'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
  ])('%s', (asked, origin) => {
    expect(addressedOrigin({ host: asked }, false)).toBe(origin)
  })

  test('whatever somebody says to have forwarded', () => {
    const said = forwarded({ host: 'evil.example', proto: 'https', port: '444' })
    expect(addressedOrigin({ host, ...said }, false)).toBe('http://video.example.com')
  })
})

describe('of a trusted proxy it is as that was asked', () => {
  test.each<[Record<string, string>, string]>([
    [{}, 'http://inner:8080'],
    [{ proto: 'https' }, 'https://inner:8080'],
    [{ proto: 'https', host }, 'https://video.example.com'],
    [{ proto: 'https', host: `${host}:443` }, 'https://video.example.com'],
    [{ proto: 'https', host: `${host}:8443` }, 'https://video.example.com:8443'],
    [{ proto: 'https', host, port: '8443' }, 'https://video.example.com:8443'],
    [{ proto: 'https', host, port: '443' }, 'https://video.example.com'],
    [{ proto: 'https', host: `${host}:8443`, port: '443' }, 'https://video.example.com:8443'],
    [{ proto: 'http', host }, 'http://video.example.com'],
    [{ proto: 'HTTPS', host }, 'https://video.example.com'],
    [{ proto: 'wss', host }, 'https://video.example.com'],
    [{ proto: 'ws', host, port: '8080' }, 'http://video.example.com:8080'],
    [{ proto: 'https', host: '[2001:db8::1]', port: '8443' }, 'https://[2001:db8::1]:8443'],
  ])('%j', (said, origin) => {
    expect(addressedOrigin({ host: 'inner:8080', ...forwarded(said) }, true)).toBe(origin)
  })
})

describe('nobody can tell', () => {
  test.each<[string, Record<string, string>]>([
    ['no host', { host: '' }],
    ['a host with a path', { host: `${host}/a` }],
    ['a host with a name before it', { host: `evil@${host}` }],
    ['a port beyond all', { host: `${host}:70000` }],
    ['a host that was forged before the proxy', { host, ...forwarded({ host: `evil.example, ${host}` }) }],
    ['two hosts alike', { host, ...forwarded({ host: `${host}, ${host}` }) }],
    ['two schemes', { host, ...forwarded({ proto: 'https, http' }) }],
    ['another scheme', { host, ...forwarded({ proto: 'ftp' }) }],
    ['a port that is none', { host, ...forwarded({ port: '443, 80' }) }],
  ])('%s', (_, headers) => {
    expect(addressedOrigin(headers, true)).toBeNull()
  })
})
