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
  expect(isAdmittedOrigin(origin, { publicUrl, corsOrigins }, ['https://portal.example.net'])).toBe(admitted)
})
