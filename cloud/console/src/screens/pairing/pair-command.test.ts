import { expect, test } from 'vitest'
import { pairCommand } from './pair-command.js'

test.each([
  ['https://video.example.com', ''],
  ['http://127.0.0.1:8080', ''],
  ['http://localhost:8080', ''],
  ['http://[::1]:8080', ''],
  ['http://192.168.1.5:8080', ' --allow-http'],
])('at %s', (origin, more) => {
  expect(pairCommand('K7M2QX', new URL(origin))).toBe(`sudo agent pair K7M-2QX --cloud ${origin}${more}`)
})
