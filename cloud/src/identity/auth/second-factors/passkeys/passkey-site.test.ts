import { expect, test } from 'vitest'
import { passkeySite } from './passkey-site.js'

test.each([
  ['https://video.example.com', 'video.example.com'],
  ['https://video.example.com:8443', 'video.example.com'],
  ['http://localhost:8080', 'localhost'],
  ['http://127.0.0.1:8080', null],
  ['https://192.0.2.7', null],
  ['https://[2001:db8::1]', null],
  ['http://video.example.com', null],
])('%s: %s', (publicUrl, name) => {
  expect(passkeySite(publicUrl)).toEqual(name === null ? null : { name, origin: new URL(publicUrl).origin })
})
