import { describe, expect, test } from 'vitest'
import { chooseAudio, chooseVideo } from './choose-track.js'
import { damaged, randomBytesOf, seeded } from './hostile-bytes.fixture.js'
import { parseSdp } from './sdp.js'
import { StreamFailure } from './stream-failure.js'

const sps = 'Z0IAH5WoFAFuQA=='
const pps = 'aM48gA=='
const description = (...lines: string[]) => parseSdp(['v=0', 's=x', ...lines].join('\r\n'))
const h264 = [
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  `a=fmtp:96 packetization-mode=1; sprop-parameter-sets=${sps},${pps}`,
  'a=control:trackID=0',
]

describe('descriptions as cameras send them', () => {
  test('a proper one', () => {
    const track = chooseVideo(description('o=- 1 1 IN IP4 0.0.0.0', 'a=control:*', ...h264))
    expect(track).toMatchObject({ payloadType: 96, clockRate: 90_000, control: 'trackID=0' })
    expect(track.parameterSets.map((unit) => Buffer.from(unit).toString('base64'))).toEqual([sps, pps])
  })

  test.each([
    ['several names, no origin, LF only', parseSdp(`s=a\ns=b\nc=bad\n${h264.join('\n')}\n`)],
    ['trailing spaces', description(...h264.map((line) => `${line}   `))],
    [
      'sound and metadata first',
      description('m=audio 0 RTP/AVP 8', 'a=control:a', 'm=application 0 RTP/AVP 107', ...h264),
    ],
    ['a section that is none', description('m=', 'm=?? x y z', ...h264)],
    [
      'parameters in the section of the sound',
      description(
        'm=video 0 RTP/AVP 96',
        'a=rtpmap:96 H264/90000',
        'a=control:trackID=0',
        'm=audio 0 RTP/AVP 0',
        h264[2] ?? '',
      ),
    ],
    [
      'names in another case',
      description(
        'm=Video 0 RTP/AVP 96',
        'a=RTPMAP:96 h264/90000',
        `a=FMTP:96 Sprop-Parameter-Sets=${sps},${pps}`,
        'a=Control:trackID=0',
      ),
    ],
    ['MPEG-4 Part 2 first', description('m=video 0 RTP/AVP 98', 'a=rtpmap:98 MP4V-ES/90000', ...h264)],
    ['no format map', description('m=video 0 RTP/AVP 96', h264[2] ?? '', 'a=control:trackID=0')],
    [
      'start codes in the sets',
      description(
        'm=video 0 RTP/AVP 96',
        'a=rtpmap:96 H264/90000',
        `a=fmtp:96 sprop-parameter-sets=${[sps, pps].map((set) => Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from(set, 'base64')]).toString('base64')).join(',')}`,
        'a=control:trackID=0',
      ),
    ],
  ])('%s', (_name, read) => {
    const track = chooseVideo(read)
    expect(track).toMatchObject({ payloadType: 96, clockRate: 90_000, control: 'trackID=0' })
    expect(track.parameterSets).toHaveLength(2)
  })

  test.each([
    ['empty parameters', ['a=fmtp:96']],
    ['empty sets', ['a=fmtp:96 sprop-parameter-sets=']],
    ['sets that are none', ['a=fmtp:96 sprop-parameter-sets=AAAA,,!!']],
    ['no parameters', []],
  ])('%s: the sets come with the stream', (_name, lines) => {
    const track = chooseVideo(description('m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/0', ...lines))
    expect(track).toMatchObject({ parameterSets: [], clockRate: 90_000, control: null })
  })
})

describe('descriptions without anything to receive', () => {
  test.each([
    ['nothing', [], 'no_video'],
    ['sound only', ['m=audio 0 RTP/AVP 8'], 'no_video'],
    ['AV1', ['m=video 0 RTP/AVP 98', 'a=rtpmap:98 AV1/90000'], 'codec'],
    ['Motion JPEG by its static type', ['m=video 0 RTP/AVP 26'], 'codec'],
  ])('%s', (_name, lines, fault) => {
    expect(() => chooseVideo(description(...lines))).toThrow(expect.objectContaining({ fault }))
  })

  test('the sentence says what to set, in our words', () => {
    const choose = () => chooseVideo(description('m=video 0 RTP/AVP 26'))
    expect(choose).toThrow(/Motion JPEG.*set this stream to H\.264/)
    const strange = () => chooseVideo(description('m=video 0 RTP/AVP 98', 'a=rtpmap:98 evil/90000'))
    expect(strange).toThrow(/^(?!.*evil)/i)
  })
})

describe('H.265', () => {
  const [vps, sps265, pps265] = ['QAEMAf//', 'QgEBAWAA', 'RAHA8w==']

  test('its parameter sets come in their order', () => {
    const track = chooseVideo(
      description(
        'm=video 0 RTP/AVP 98',
        'a=rtpmap:98 H265/90000',
        `a=fmtp:98 sprop-pps=${pps265}; sprop-sps=${sps265}; sprop-vps=${vps}`,
      ),
    )
    expect(track).toMatchObject({ codec: 'h265', payloadType: 98 })
    expect(track.parameterSets.map((unit) => Buffer.from(unit).toString('base64'))).toEqual([
      vps,
      sps265,
      pps265,
    ])
  })

  test.each([
    ['by its other name', ['a=rtpmap:98 HEVC/90000']],
    ['by its parameters', [`a=fmtp:98 sprop-sps=${sps265}`]],
  ])('is known %s', (_name, lines) => {
    expect(chooseVideo(description('m=video 0 RTP/AVP 98', ...lines)).codec).toBe('h265')
  })
})

describe('sound', () => {
  const aac = (...parameters: string[]) =>
    chooseAudio(
      description(
        'm=audio 0 RTP/AVP 97',
        'a=rtpmap:97 MPEG4-GENERIC/16000/2',
        `a=fmtp:97 ${parameters.join('; ')}`,
        'a=control:track2',
      ),
    )

  test('AAC with all that belongs to it', () => {
    const { track } = aac(
      'mode=AAC-hbr',
      'config=1410',
      'SizeLength=13',
      'IndexLength=3',
      'IndexDeltaLength=3',
    )
    expect(track).toEqual({
      codec: 'aac',
      payloadType: 97,
      clockRate: 16_000,
      channels: 2,
      config: Buffer.from('1410', 'hex'),
      auHeader: { sizeLength: 13, indexLength: 3, indexDeltaLength: 3 },
      control: 'track2',
    })
  })

  test.each([
    ['nothing said', [], '1410', 13],
    ['a configuration that is none', ['config=xyz'], '1410', 13],
    ['the mode of low rates', ['mode=AAC-lbr', 'config="1408"'], '1408', 6],
  ])('AAC, %s', (_name, parameters, config, sizeLength) => {
    expect(aac(...parameters).track).toMatchObject({
      config: Buffer.from(config, 'hex'),
      auHeader: { sizeLength },
    })
  })

  test.each([
    ['by their static types', ['m=audio 0 RTP/AVP 8 0'], ['PCMA', 'PCMU'], 'pcma', 8000],
    ['by another type', ['m=audio 0 RTP/AVP 99', 'a=rtpmap:99 PCMU/16000/1'], ['PCMU'], 'pcmu', 16_000],
  ])('G.711 %s', (_name, lines, offered, codec, clockRate) => {
    const chosen = chooseAudio(description(...lines))
    expect(chosen).toMatchObject({ track: { codec, clockRate, channels: 1 }, offered, leftOut: [] })
  })

  test.each([
    ['AAC-LATM', 'a=rtpmap:97 MP4A-LATM/16000', 'AAC-LATM'],
    ['G.726', 'a=rtpmap:97 G726-32/8000', 'G.726-32'],
    ['MPEG-4 of another mode', 'a=fmtp:97 mode=CELP-vbr\r\na=rtpmap:97 MPEG4-GENERIC/8000', 'AAC'],
    ['what nobody knows', 'a=rtpmap:97 evil/8000', 'unknown'],
    ['G.711 of nine channels', 'a=rtpmap:97 PCMA/8000/9', 'PCMA'],
  ])('%s is left out by name', (_name, line, name) => {
    expect(chooseAudio(description('m=audio 0 RTP/AVP 97', line))).toEqual({
      track: null,
      offered: [name],
      leftOut: [name],
    })
  })

  test('the way back is never chosen', () => {
    const way = ['m=audio 0 RTP/AVP 0', 'a=control:back', 'a=sendonly']
    const sound = ['m=audio 0 RTP/AVP 8', 'a=control:sound', 'a=recvonly']
    expect(chooseAudio(description(...way, ...sound)).track).toMatchObject({ control: 'sound' })
    expect(chooseAudio(description(...way))).toEqual({ track: null, offered: [], leftOut: [] })
  })

  test('no sound is no failure', () => {
    expect(chooseAudio(description(...h264))).toEqual({ track: null, offered: [], leftOut: [] })
  })
})

test('hostile descriptions end in a track or in a failure', () => {
  const random = seeded(7)
  const whole = Buffer.from(h264.join('\r\n'))
  for (let round = 0; round < 500; round++) {
    const bytes = round % 2 === 0 ? randomBytesOf(random, 400) : damaged(random, whole)
    try {
      const read = parseSdp(bytes.toString('utf8'))
      chooseAudio(read)
      chooseVideo(read)
    } catch (error) {
      expect(error).toBeInstanceOf(StreamFailure)
    }
  }
})
