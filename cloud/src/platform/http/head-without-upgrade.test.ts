import { expect, it, test } from 'vitest'
import { headWithoutUpgrade } from './head-without-upgrade.js'

const head = (rawHeaders: string[], url = '/a?b=c') =>
  headWithoutUpgrade({ method: 'POST', url, httpVersion: '1.1', rawHeaders })?.toString('latin1') ?? null

it.each([
  [
    'what Java sends',
    ['Connection', 'Upgrade, HTTP2-Settings', 'HTTP2-Settings', 'AAEAAE', 'Upgrade', 'h2c'],
    [],
  ],
  [
    'other options stay',
    ['Connection', 'close, UPGRADE ,,x', 'upgrade', 'TLS/1.0'],
    ['Connection: close, x'],
  ],
  ['of several lines', ['connection', 'upgrade', 'Connection', 'close'], ['Connection: close']],
  ['what else is there', ['X-A', '', 'x-a', 'b\xe9', 'UPGRADE', 'h2c'], ['X-A: ', 'x-a: b\xe9']],
  [
    'the length of the body, however often and in which way it is said',
    ['Content-Length', '5', 'Transfer-Encoding', 'chunked', 'Content-Length', '6'],
    ['Content-Length: 5', 'Transfer-Encoding: chunked', 'Content-Length: 6'],
  ],
])('is as it came: %s', (_, fields, left) => {
  const lines = ['POST /a?b=c HTTP/1.1', 'Host: h', ...left, '', '']
  expect(head(['Host', 'h', ...fields])).toBe(lines.join('\r\n'))
})

test.each([
  ['a line break in a value', ['a', 'b\r\nc: d'], '/'],
  ['a line feed alone', ['a', 'b\nc: d'], '/'],
  ['a NUL', ['a', 'b\0'], '/'],
  ['a name that is none', ['a b', 'c'], '/'],
  ['a character that is no byte', ['a', 'ż'], '/'],
  ['a blank in the address', ['a', 'b'], '/ HTTP/1.1'],
  ['more lines than Node is sure to hand on', Array.from({ length: 1002 }, () => 'a'), '/'],
])('cannot be said for certain with %s', (_, fields, url) => {
  expect(head(fields, url)).toBeNull()
})
