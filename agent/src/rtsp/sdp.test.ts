import { describe, expect, test } from 'vitest'
import { audioEncodings, chooseVideo } from './choose-track.js'
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
    ['H.265 first', description('m=video 0 RTP/AVP 98', 'a=rtpmap:98 H265/90000', ...h264)],
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
    ['H.265', ['m=video 0 RTP/AVP 98', 'a=rtpmap:98 H265/90000'], 'codec'],
    ['Motion JPEG by its static type', ['m=video 0 RTP/AVP 26'], 'codec'],
  ])('%s', (_name, lines, fault) => {
    expect(() => chooseVideo(description(...lines))).toThrow(expect.objectContaining({ fault }))
  })

  test('the sentence says what to set, in our words', () => {
    const choose = () => chooseVideo(description('m=video 0 RTP/AVP 98', 'a=rtpmap:98 H265/90000'))
    expect(choose).toThrow(/H\.265.*set this stream to H\.264/)
    const strange = () => chooseVideo(description('m=video 0 RTP/AVP 98', 'a=rtpmap:98 evil/90000'))
    expect(strange).toThrow(/^(?!.*evil)/i)
  })
})

test('sound is named', () => {
  expect(audioEncodings(description('m=audio 0 RTP/AVP 8 97', 'a=rtpmap:97 MPEG4-GENERIC/16000'))).toEqual([
    'PCMA',
    'MPEG4-GENERIC',
  ])
})

test('hostile descriptions end in a track or in a failure', () => {
  const random = seeded(7)
  const whole = Buffer.from(h264.join('\r\n'))
  for (let round = 0; round < 500; round++) {
    const bytes = round % 2 === 0 ? randomBytesOf(random, 400) : damaged(random, whole)
    try {
      chooseVideo(parseSdp(bytes.toString('utf8')))
    } catch (error) {
      expect(error).toBeInstanceOf(StreamFailure)
    }
  }
})
