import { describe, expect, test } from 'vitest'
import { damaged, inPieces, randomBytesOf, seeded } from './hostile-bytes.fixture.js'
import { RtspReader } from './rtsp-reader.js'
import { StreamFailure } from './stream-failure.js'

function collect() {
  const found: unknown[] = []
  const reader = new RtspReader({
    response: ({ status, body, headers }) => found.push({ status, body, cseq: headers.get('cseq')?.[0] }),
    request: ({ method }) => found.push({ method }),
    frame: (channel, data, start, end) => found.push({ channel, hex: data.toString('hex', start, end) }),
  })
  return { found, reader }
}

function frame(channel: number, payload: Buffer): Buffer {
  const head = Buffer.from([0x24, channel, 0, 0])
  head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

const dialogue = Buffer.concat([
  Buffer.from('RTSP/1.0 200 OK\r\ncseq :  7\r\nContent-length: 5\r\n\r\nhello'),
  frame(0, Buffer.from('aabbcc', 'hex')),
  frame(1, Buffer.alloc(0)),
  Buffer.from('\r\nRTSP/1.0 404 Not Found\nCSeq: 8\n\n'),
  frame(0, Buffer.alloc(65_535, 9)),
  Buffer.from('ANNOUNCE rtsp://x/ RTSP/1.0\r\nCSeq: 1\r\n\r\n'),
  Buffer.from('RTSP/1.0 200\r\nCSEQ:9\r\n\r\n'),
  frame(2, Buffer.from('24000000', 'hex')),
])
const expected = [
  { status: 200, body: 'hello', cseq: '7' },
  { channel: 0, hex: 'aabbcc' },
  { channel: 1, hex: '' },
  { status: 404, body: '', cseq: '8' },
  { channel: 0, hex: '09'.repeat(65_535) },
  { method: 'ANNOUNCE' },
  { status: 200, body: '', cseq: '9' },
  { channel: 2, hex: '24000000' },
]

describe('messages and frames of one connection', () => {
  test('are found in one chunk', () => {
    const { found, reader } = collect()
    reader.push(dialogue)
    expect(found).toEqual(expected)
  })

  test.each([1, 2, 3, 7, 100, 40_000])('are found in pieces of up to %i bytes', (largest) => {
    const random = seeded(largest)
    for (let round = 0; round < (largest < 100 ? 2 : 20); round++) {
      const { found, reader } = collect()
      // The buffer is overwritten by each read, as the socket's is.
      const shared = Buffer.alloc(largest)
      for (const piece of inPieces(random, dialogue, largest)) {
        piece.copy(shared)
        reader.push(shared, piece.length)
      }
      expect(found).toEqual(expected)
    }
  })
})

describe('what is no RTSP is refused', () => {
  test.each([
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'not_rtsp'],
    ['the first bytes of HTTP', 'HTTP/', 'not_rtsp'],
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n', 'not_rtsp'],
    ['a binary greeting', '\x00\x01\x02', 'not_rtsp'],
    ['TLS', '\x16\x03\x01\x02\x00', 'not_rtsp'],
    ['a head without end', `RTSP/1.0 200 OK\r\n${'X: y\r\n'.repeat(4000)}`, 'not_rtsp'],
    ['a body without measure', 'RTSP/1.0 200 OK\r\nContent-Length: 70000\r\n\r\n', 'protocol'],
    ['a length that is none', 'RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n', 'protocol'],
    ['garbage after an answer', 'RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n{}', 'protocol'],
  ])('%s', (_name, bytes, fault) => {
    const { reader } = collect()
    const push = () => reader.push(Buffer.from(bytes, 'latin1'))
    expect(push).toThrow(expect.objectContaining({ name: 'StreamFailure', fault }))
  })
})

test('hostile bytes end in a failure or in nothing, never in anything else', () => {
  const random = seeded(42)
  for (let round = 0; round < 600; round++) {
    const { reader } = collect()
    const bytes = round % 2 === 0 ? randomBytesOf(random, 300) : damaged(random, dialogue.subarray(0, 200))
    try {
      for (const piece of inPieces(random, bytes, 50)) reader.push(piece)
    } catch (error) {
      expect(error).toBeInstanceOf(StreamFailure)
    }
  }
})
