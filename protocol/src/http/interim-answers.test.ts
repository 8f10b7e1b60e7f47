import { expect, it, vi } from 'vitest'
import { InterimAnswers } from './interim-answers.js'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const text = (taken: Uint8Array): string => String.fromCharCode(...taken)
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'
const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'

/** What is left of a text that is received in pieces; null where the connection is given up. */
function left(received: string, atOnce: number): string | null {
  const filter = new InterimAnswers()
  filter.await()
  const taken: Uint8Array[] = []
  for (let at = 0; at < received.length; at += atOnce) {
    const piece = filter.take(bytes(received.slice(at, at + atOnce)))
    if (piece === null) return null
    taken.push(piece)
  }
  // As late as here: what was given out must not change with what came afterwards.
  return taken.map(text).join('')
}

it.each([1, 2, 3, 5, 17, 40, 10_000])(
  'leaves the answer and what else there is, %i bytes at once',
  (atOnce) => {
    expect(left(goOn + hint + goOn + hint + final + goOn, atOnce)).toBe(hint + hint + final + goOn)
    expect(left(`HTTP/1.0 100\n\n${goOn}${final}`, atOnce)).toBe(final)
  },
)

it('gives a connection up that sends interim answers without end, and counts anew for the next request', () => {
  expect(left(goOn.repeat(32) + final, 1_000)).toBe(final)
  expect(left(hint.repeat(32) + final, 7)).toBe(hint.repeat(32) + final)
  for (const atOnce of [7, 100_000]) {
    expect(left(goOn.repeat(33) + final, atOnce)).toBeNull()
    expect(left(hint.repeat(20) + goOn.repeat(20) + final, atOnce)).toBeNull()
    expect(left(`HTTP/1.1 100 Continue\r\nX: ${'x'.repeat(64 * 1024)}`, atOnce)).toBeNull()
    expect(left(`HTTP/1.1 100 Continue\r\nX: ${'x'.repeat(40 * 1024)}\r\n\r\n`.repeat(2), atOnce)).toBeNull()
  }
  const filter = new InterimAnswers()
  for (let request = 0; request < 3; request += 1) {
    filter.await()
    expect(text(filter.take(bytes(goOn.repeat(20) + final)) ?? nothing)).toBe(final)
  }
})

const nothing = new Uint8Array(0)

it('copies a head that comes byte by byte a few times, and not with each byte', () => {
  const head = bytes(`HTTP/1.1 100 Continue\r\nX: ${'x\r\n y'.repeat(10 * 1024)}`)
  const set = vi.spyOn(Uint8Array.prototype, 'set')
  const filter = new InterimAnswers()
  filter.await()
  for (let at = 0; at < head.length; at += 1) filter.take(head.subarray(at, at + 1))
  const copied = set.mock.calls.reduce((sum, [from]) => sum + from.length, 0)
  set.mockRestore()
  expect(copied).toBeLessThan(4 * head.length)
})
