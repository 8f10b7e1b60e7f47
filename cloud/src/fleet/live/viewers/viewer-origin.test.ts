import { expect, test } from 'vitest'
import { isAdmittedOrigin } from './viewer-origin.js'

const corsOrigins = ['https://app.example.com']
const here = 'http://127.0.0.1:8080'

test.each([
  ['https://video.example.com', 'https://video.example.com/', true],
  ['https://video.example.com', 'https://video.example.com:443', true],
  ['https://video.example.com:444', 'https://video.example.com', false],
  ['http://video.example.com', 'https://video.example.com', false],
  ['https://app.example.com', 'https://video.example.com', true],
  ['https://portal.example.net', 'https://video.example.com', true],
  ['https://evil.example', 'https://video.example.com', false],
  ['null', 'https://video.example.com', false],
  ['null', here, false],
  ['http://localhost:8080', here, true],
  ['http://[::1]:8080', here, true],
  ['http://localhost:8081', here, false],
  ['https://localhost:8080', here, false],
  ['http://localhost.evil.example:8080', here, false],
  ['http://localhost:8080', 'https://video.example.com', false],
])('%s at %s: %s', (origin, publicUrl, admitted) => {
  const admission = { addressed: null, publicUrl, corsOrigins }
  expect(isAdmittedOrigin(origin, admission, ['https://portal.example.net'])).toBe(admitted)
})

test.each([
  ['https://cam.example.org', 'https://cam.example.org', true],
  ['https://cam.example.org:8443', 'https://cam.example.org:8443', true],
  ['http://192.168.1.5:8080', 'http://192.168.1.5:8080', true],
  ['https://cam.example.org', 'https://cam.example.org:8443', false],
  ['http://cam.example.org', 'https://cam.example.org', false],
  ['https://evil.example', 'https://cam.example.org', false],
  ['null', null, false],
  // The service is reached by https.
  ['http://video.example.com', 'http://video.example.com', false],
  ['http://video.example.com:8080', 'http://video.example.com:8080', false],
])('%s where the request came to %s: %s', (origin, addressed, admitted) => {
  const admission = { addressed, publicUrl: 'https://video.example.com', corsOrigins }
  expect(isAdmittedOrigin(origin, admission)).toBe(admitted)
})
