import { describe, expect, test } from 'vitest'
import { damaged, inPieces, randomBytesOf, seeded } from './hostile-bytes.fixture.js'
import { RtspReader } from './rtsp-reader.js'
import { interleaved, rtpPacket } from './scripted-camera.fixture.js'
import { StreamFailure } from './stream-failure.js'

function collect() {
  const found: unknown[] = []
  const reader = new RtspReader({
    response: ({ status, body, headers }) => found.push({ status, body, cseq: headers.get('cseq')?.[0] }),
    request: ({ method }) => found.push({ method }),
    frame: (channel, data, start, end) => found.push({ channel, hex: data.toString('hex', start, end) }),
    strayed: (stray) => found.push({ stray }),
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

describe('an answer of which nothing more comes', () => {
  const video = 'v=0\r\nm=video 0 RTP/AVP 96\r\na=control:track1\r\n'
  const said = (status: number, headers: readonly string[], body: string) =>
    Buffer.from([`RTSP/1.0 ${status} x`, 'CSeq: 3', ...headers, '', body].join('\r\n'))
  const tooLong = 'Content-Length: 500'
  const unsaid = 'Content-Type: application/sdp'

  test.each<[string, Buffer, string | null]>([
    ['a description that is whole', said(200, [tooLong], video), video],
    ['a description without a length', said(200, [unsaid], video), video],
    ['an empty description without a length', said(200, [unsaid], ''), ''],
    ['a refusal with less of its page than announced', said(401, [tooLong], '<html>'), '<html>'],
    ['a description that ends in its control', said(200, [tooLong], video.slice(0, -4)), null],
    [
      'a description without its video',
      said(200, [tooLong], 'v=0\r\nm=audio 0 RTP/AVP 0\r\na=control:x\r\n'),
      null,
    ],
    ['a head without its end', said(200, [tooLong], video).subarray(0, 30), null],
  ])('is taken for what it is, or not at all: %s', (_name, bytes, body) => {
    const { found, reader } = collect()
    reader.push(bytes)
    expect(found).toEqual([])
    expect(reader.settle()).toBe(body !== null)
    expect(found).toMatchObject(body === null ? [] : [{ body, cseq: '3' }])
    if (body === null) return
    reader.push(said(200, ['Content-Length: 2'], 'ok'))
    expect(found.at(-1)).toEqual({ status: 200, body: 'ok', cseq: '3' })
  })

  const page = `<html>${'x'.repeat(200)} RTSP/1.0 401 says the camera</html>`
  const next = said(200, ['Content-Length: 2'], 'ok')

  test.each<[string, string, number, number]>([
    ['as announced, glued to the next answer', page, page.length, 6],
    ['as announced, in the middle of what is known', page, page.length, 150],
    ['less than announced, on a line of its own', `${page}\r\n`, 500, 6],
    ['less than announced, glued to the next answer', page, 500, 6],
    ['of an end of line alone', '<html>\r\n', 8, 6],
    ['nothing, and the next answer', '<html>', 500, 6],
  ])('may have a rest that comes later: %s', (_name, body, length, before) => {
    const head = said(401, [`Content-Length: ${length}`], '')
    for (const largest of [1, 3, 50, 5000]) {
      const { found, reader } = collect()
      reader.push(Buffer.concat([head, Buffer.from(body.slice(0, before))]))
      expect(reader.settle()).toBe(true)
      const rest = Buffer.from(body.slice(before))
      const random = seeded(largest)
      for (const part of inPieces(random, Buffer.concat([rest, next]), largest)) reader.push(part)
      reader.push(frame(0, Buffer.from('aabbcc', 'hex')))
      expect(found).toMatchObject([{ status: 401 }, { status: 200, body: 'ok' }, { hex: 'aabbcc' }])
    }
  })

  test('may have a rest, and a frame behind it', () => {
    const { found, reader } = collect()
    reader.push(said(200, [tooLong], video))
    reader.settle()
    reader.push(Buffer.from('a=x:y\r\n'))
    reader.push(Buffer.concat([frame(0, Buffer.from('aabbcc', 'hex')), next]))
    expect(found).toMatchObject([{ body: video }, { hex: 'aabbcc' }, { body: 'ok' }])
  })

  test('has a rest that is bounded', () => {
    const { reader } = collect()
    reader.push(said(401, [tooLong], '<html>'))
    reader.settle()
    expect(() => reader.push(Buffer.alloc(600, 0x78))).toThrow(StreamFailure)
  })

  test('is none where all of it has come', () => {
    const { found, reader } = collect()
    reader.push(dialogue)
    expect(reader.settle()).toBe(false)
    expect(found).toEqual(expected)
  })
})

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

describe('where frames are sought', () => {
  const ssrc = 0x5c0ffee5
  const payload = (random: () => number, length = 400) => randomBytesOf(random, length)
  const sent = (sequence: number, data: Buffer) => interleaved(0, rtpPacket(sequence, data, ssrc))

  /** A reader that plays, and the sequence numbers and bytes that it found. */
  function seeking() {
    const heard = { sequences: [] as number[], stray: 0, times: 0, answers: 0 }
    const reader = new RtspReader({
      response: () => heard.answers++,
      request: () => {},
      frame: (channel, data, start, end) => {
        if (channel === 0 && end - start >= 12) heard.sequences.push(data.readUInt16BE(start + 2))
      },
      strayed: (bytes) => {
        heard.stray += bytes
        heard.times++
      },
    })
    reader.seekFrames((channel) => channel <= 1)
    return { heard, reader }
  }

  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
  const answerText = 'RTSP/1.0 200 OK\r\nCSeq: 4\r\n\r\n'

  test.each([
    ['bytes without meaning', Buffer.from([0xff, 0, 1, 2])],
    ['the begin of a frame of nobody', Buffer.from([0x24, 9, 0xff, 0xff, 1])],
    ['the begin of a frame of ours', Buffer.from([0x24, 0, 0xff, 0xff, 0x80, 0x60])],
    ['half a payload', payload(seeded(3), 700)],
    ['the begin of an answer', Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 4\r\nX: ')],
    ['an answer without its body', Buffer.from('RTSP/1.0 200 OK\r\nContent-Length: 60000\r\n\r\n')],
    ['an answer of a length that is none', Buffer.from('RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n')],
    ['words', Buffer.from('OVERFLOW in buffer 3')],
  ])('%s between two frames cost none of them', (_name, stray) => {
    const random = seeded(1)
    const frames = upTo(6).map((sequence) => sent(sequence, payload(random)))
    const bytes = Buffer.concat([...frames.slice(0, 3), stray, ...frames.slice(3), Buffer.from(answerText)])
    for (const largest of [1, 5, 64, 5000]) {
      const { heard, reader } = seeking()
      for (const piece of inPieces(random, bytes, largest)) reader.push(piece)
      expect(heard).toEqual({ sequences: upTo(6), stray: stray.length, times: 1, answers: 1 })
    }
  })

  test('an answer behind bytes without meaning is found', () => {
    const { heard, reader } = seeking()
    reader.push(sent(0, Buffer.from('payload')))
    reader.push(Buffer.concat([Buffer.from([1, 2, 3]), Buffer.from(answerText)]))
    expect(heard).toMatchObject({ answers: 1, stray: 3 })
  })

  test('a frame that was broken off is left out, and none that it would have swallowed', () => {
    const random = seeded(8)
    for (const kept of [1, 3, 4, 10, 17, 300, 410, 414, 415]) {
      const frames = upTo(6).map((sequence) => sent(sequence, payload(random)))
      frames[2] = frames[2]?.subarray(0, kept) ?? Buffer.alloc(0)
      const bytes = Buffer.concat(frames)
      // What is missing a few bytes only is handed on before it can be told, if the next frame is not there yet.
      for (const largest of kept > 400 ? [5000] : [1, 7, 5000]) {
        const { heard, reader } = seeking()
        for (const piece of largest === 5000 ? [bytes] : inPieces(random, bytes, largest)) reader.push(piece)
        expect(heard).toEqual({ sequences: [0, 1, 3, 4, 5], stray: kept, times: 1, answers: 0 })
      }
    }
  })

  test('a length that is far too large is found out with the next frame, not when it is full', () => {
    const { heard, reader } = seeking()
    reader.push(sent(0, Buffer.from('payload')))
    const wrong = sent(1, Buffer.from('payload'))
    wrong.writeUInt16BE(65_000, 2)
    reader.push(wrong)
    reader.push(sent(2, Buffer.from('payload')))
    expect(heard.sequences).toEqual([0, 2])
  })

  test('a source that began anew meanwhile is taken once what was known proves wrong', () => {
    const { heard, reader } = seeking()
    reader.push(sent(0, Buffer.from('payload')))
    reader.push(Buffer.from([1, 2, 3]))
    for (let sequence = 100; sequence < 400; sequence++) {
      reader.push(interleaved(0, rtpPacket(sequence, Buffer.alloc(1000), 77)))
    }
    expect(heard.sequences.length).toBeGreaterThan(200)
    expect(heard.sequences.at(-1)).toBe(399)
  })

  test.each([
    ['its numbers go on', 4, 77_000],
    ['its timestamps go on', 9000, 4 * 9000],
  ])(
    'a source that goes on under another name behind stray bytes costs nothing: %s',
    (_name, sequence, stamp) => {
      const { heard, reader } = seeking()
      const framed = (number: number, ticks: number, source: number) =>
        interleaved(0, rtpPacket(number, Buffer.from('payload'), source, ticks))
      for (let at = 0; at < 4; at++) reader.push(framed(at, at * 9000, 77))
      reader.push(Buffer.from([1, 2, 3]))
      for (let at = 0; at < 4; at++) reader.push(framed(sequence + at, stamp + at * 9000, 78))
      expect(heard.sequences).toEqual([...upTo(4), ...upTo(4).map((at) => sequence + at)])
      expect(heard.stray).toBe(3)
    },
  )

  test('stray bytes beside another sender that happens to count where ours is cost no frame of ours', () => {
    const { heard, reader } = seeking()
    const framed = (number: number, ticks: number, source: number) =>
      reader.push(interleaved(0, rtpPacket(number, Buffer.from('payload'), source, ticks)))
    for (let at = 0; at < 12; at++) {
      if (at === 8) reader.push(Buffer.from([1, 2, 3]))
      framed(at, at * 9000, 77)
      framed(1000 + at, 5e8 + at * 9000, 76)
      framed(at + 5, 1e9 + at * 9000, 78)
    }
    expect(heard.stray).toBe(3)
    expect(heard.sequences).toHaveLength(36)
  })

  test('a source that begins anew in everything behind stray bytes costs its first frame alone', () => {
    const { heard, reader } = seeking()
    const framed = (number: number, ticks: number, source: number) =>
      interleaved(0, rtpPacket(number, Buffer.from('payload'), source, ticks))
    for (let at = 0; at < 4; at++) reader.push(framed(at, at * 9000, 77))
    const anew = upTo(5).map((at) => framed(30_000 + at, 1e9 + at * 9000, 78))
    for (const piece of inPieces(seeded(2), Buffer.concat([Buffer.from([1, 2, 3]), ...anew]), 20)) {
      reader.push(piece)
    }
    expect(heard.sequences).toEqual([...upTo(4), ...upTo(4).map((at) => 30_001 + at)])
  })

  test('a frame that was broken off before one of another name is left out, and the other is not', () => {
    const { heard, reader } = seeking()
    const random = seeded(5)
    for (let at = 0; at < 20; at++) {
      const whole = interleaved(0, rtpPacket(at, payload(random, 300), 77 + at, at * 9000))
      reader.push(at % 5 === 3 ? whole.subarray(0, 100) : whole)
    }
    expect(heard.sequences).toEqual(upTo(20).filter((at) => at % 5 !== 3))
  })

  test('the search has an end', () => {
    const { reader } = seeking()
    reader.push(sent(0, Buffer.from('payload')))
    const junk = Buffer.alloc(64 * 1024, 7)
    const pushAll = () => {
      for (let round = 0; round < 6; round++) reader.push(junk)
    }
    expect(pushAll).toThrow(expect.objectContaining({ name: 'StreamFailure', fault: 'protocol' }))
  })

  test('cuts, insertions and bit flips cost the frames that they hit, and their neighbours at most', () => {
    const random = seeded(11)
    const below = (bound: number) => Math.floor(random() * bound)
    for (let round = 0; round < 150; round++) {
      const { heard, reader } = seeking()
      const hits = new Set<number>()
      const pieces = upTo(200).flatMap((sequence) => {
        const whole = sent(sequence, payload(random, 20 + below(300)))
        if (sequence < 2 || sequence % 10 !== 5) return [whole]
        hits.add(sequence)
        const kind = below(3)
        if (kind === 0) return [whole.subarray(0, below(whole.length))]
        if (kind === 1) return [whole, randomBytesOf(random, 1 + below(100))]
        const at = below(whole.length)
        whole[at] = (whole[at] ?? 0) ^ (1 << below(8))
        return [whole]
      })
      for (const piece of inPieces(random, Buffer.concat(pieces), 1 + below(3000))) reader.push(piece)
      const found = new Set(heard.sequences)
      const missing = upTo(199).filter((sequence) => !found.has(sequence))
      for (const sequence of missing) {
        expect([sequence, sequence - 1].some((near) => hits.has(near))).toBe(true)
      }
    }
  })

  test('hostile bytes end in a failure or in nothing', () => {
    const random = seeded(43)
    for (let round = 0; round < 300; round++) {
      const { reader } = seeking()
      const whole = Buffer.concat([
        dialogue.subarray(0, 120),
        sent(1, payload(random)),
        sent(2, payload(random)),
      ])
      const bytes = round % 2 === 0 ? randomBytesOf(random, 2000) : damaged(random, whole)
      try {
        for (const piece of inPieces(random, bytes, 50)) reader.push(piece)
      } catch (error) {
        expect(error).toBeInstanceOf(StreamFailure)
      }
    }
  })
})
