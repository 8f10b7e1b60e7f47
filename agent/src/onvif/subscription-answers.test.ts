import { describe, expect, test } from 'vitest'
import { processorMs } from '../platform/processor-time.fixture.js'
import { ConnectionLost, OnvifError, OperationRefused } from './onvif-error.js'
import { child, readXml } from './read-xml.js'
import { readGranted, readReferenceParameters, readSubscribed } from './subscription-answers.js'
import { afterFailure } from './subscription-failure.js'
import { isMisread, renewAfterMs, termText } from './subscription-term.js'
import { defaultSubscriptionTimings } from './subscription-timings.js'

const bodyOf = (inner: string) =>
  child(readXml(`<s:Envelope><s:Body>${inner}</s:Body></s:Envelope>`, 1 << 20), 'Envelope', 'Body')
const times = (now: string, end: string) =>
  `<a:CurrentTime>${now}</a:CurrentTime><b:TerminationTime>${end}</b:TerminationTime>`

describe('what a camera grants', () => {
  test('is the difference of its own two times, whatever its clock says', () => {
    const reference =
      '<SubscriptionReference><Address> http://10.1.2.3:1024/sub?x=1&amp;y=2 </Address></SubscriptionReference>'
    const answer = `<CreatePullPointSubscriptionResponse>${reference}${times('1970-01-01T00:00:00Z', '1970-01-01T00:10:00Z')}</CreatePullPointSubscriptionResponse>`
    expect(readSubscribed(bodyOf(answer))).toEqual({
      address: 'http://10.1.2.3:1024/sub?x=1&y=2',
      termMs: 600_000,
    })
  })

  test.each([
    ['2026-01-15T12:00:00', '2026-01-15T12:01:00', 60_000],
    ['2026-01-15T12:00:00Z', '2026-01-15T20:01:00+08:00', 60_000],
    ['2026-01-15T12:00:00Z', '2026-01-15T11:00:00Z', -3_600_000],
    ['now', 'later', null],
    ['', '', null],
  ])('from %s to %s', (now, end, termMs) => {
    expect(readGranted(bodyOf(`<RenewResponse>${times(now, end)}</RenewResponse>`))).toEqual({ termMs })
  })
})

describe('a term', () => {
  test('is asked for in seconds, or as a moment of the clock of the camera', () => {
    expect(termText('relative', 0, 600_000)).toBe('PT600S')
    expect(termText('absolute', Date.UTC(2026, 0, 1), 600_000)).toBe('2026-01-01T00:10:00Z')
    expect(termText('none', 0, 600_000)).toBeNull()
  })

  test.each([
    [null, false],
    [600_000, false],
    [30_000, false],
    [36_000_000, true],
    [0, true],
    [-1000, true],
  ])('of %s ms for ten minutes: misread is %s', (grantedMs, misread) => {
    expect(isMisread(grantedMs, 600_000)).toBe(misread)
  })

  test.each([
    [600_000, 480_000],
    [100_000, 80_000],
    [75_000, 60_000],
    [60_000, 48_000],
    [10_000, 20_000],
    [null, 480_000],
    [36_000_000, 480_000],
  ])('of %s ms is renewed after %s ms', (grantedMs, afterMs) => {
    expect(renewAfterMs(grantedMs, defaultSubscriptionTimings)).toBe(afterMs)
  })
})

describe('reference parameters', () => {
  const inReply = (parameters: string, above = '') =>
    readReferenceParameters(
      `<s:Envelope ${above}><wsa:ReferenceParameters>${parameters}</wsa:ReferenceParameters></s:Envelope>`,
    )

  test.each([
    ['declared on the element', '<d:SubscriptionId xmlns:d="http://m/e">42</d:SubscriptionId>', ''],
    [
      'declared above',
      '<d:SubscriptionId wsa:IsReferenceParameter="1">42</d:SubscriptionId>',
      'xmlns:d="http://m/e"',
    ],
    ['without a prefix', '<SubscriptionId xmlns="http://m/e">42</SubscriptionId>', ''],
  ])('are written anew: %s', (_name, parameters, above) => {
    expect(inReply(parameters, above)).toBe(
      '<SubscriptionId xmlns="http://m/e" a:IsReferenceParameter="true">42</SubscriptionId>',
    )
  })

  test.each(['a&amp;b&lt;1', 'a&#38;b&#60;1', 'a&#x26;b&#x3C;1', '<![CDATA[a&b<1]]>'])(
    'are understood, and sent back as they were meant: %s',
    (written) => {
      expect(inReply(`<d:Id xmlns:d="http://m/?a=1&#38;b">${written}</d:Id>`)).toBe(
        '<Id xmlns="http://m/?a=1&#38;b" a:IsReferenceParameter="true">a&#38;b&#60;1</Id>',
      )
    },
  )

  test('bring nothing else of the XML of the camera, and nothing that ends the header', () => {
    const odd = '<d:Id xmlns:d="http://m/&quot;" onload="x">&lt;/s:Header&gt;</d:Id>'
    const written = inReply(odd)
    expect(written).not.toContain('onload')
    expect(written).not.toContain('</s:Header>')
    expect(readReferenceParameters('<s:Envelope/>')).toBe('')
    expect(inReply('<a>1</a>'.repeat(50)).match(/<a /g)).toHaveLength(8)
  })
})

describe('after a failure', () => {
  const deps = {
    random: { fraction: () => 0.5, timeId: () => '', id: () => '', bytes: () => new Uint8Array() },
    timings: defaultSubscriptionTimings,
  }
  const lost = new ConnectionLost('x', null)

  test.each<[string, OnvifError, number | null, number, object]>([
    [
      'a clear no waits for half an hour',
      new OnvifError('auth', 'no'),
      null,
      1,
      { state: 'degraded', waitMs: 1_953_000 },
    ],
    ['a camera that went waits for 40 s', lost, 90_000, 1, { state: 'degraded', waitMs: 40_000 }],
    [
      'a young subscription waits for 40 s',
      new OperationRefused('x'),
      5000,
      1,
      { state: 'degraded', waitMs: 40_000 },
    ],
    [
      'an old one is replaced at once',
      new OperationRefused('x'),
      480_000,
      1,
      { state: 'connecting', waitMs: 1000 },
    ],
    [
      'a refusal waits for 40 s',
      new OperationRefused('x'),
      null,
      1,
      { state: 'unsupported', waitMs: 40_000 },
    ],
    [
      'many refusals wait for ten minutes',
      new OperationRefused('x'),
      null,
      30,
      { state: 'unsupported', waitMs: 600_000 },
    ],
  ])('%s', (_name, error, livedForMs, failures, outcome) => {
    expect(afterFailure(error, livedForMs, failures, deps)).toMatchObject(outcome)
  })

  test.each([
    [1, 63_000],
    [2, 63_000],
    [3, 1_953_000],
    [4, 1_953_000],
  ])('refusal %i in a row of an account that was let in before waits for %i ms', (provenRefusals, waitMs) => {
    const outcome = afterFailure(new OnvifError('auth', 'no'), null, 9, { ...deps, provenRefusals })
    expect(outcome).toEqual({ state: 'degraded', message: 'no', waitMs })
  })

  test.each([
    [1, 1, 63_000],
    [2, 2, 63_000],
    [1, 2, 63_000],
    [2, 4, 1_953_000],
    [1, 3, 1_953_000],
  ])(
    'refusal %i of an account that was let in before, in %i ways so far, waits for %i ms',
    (provenRefusals, wrongTries, waitMs) => {
      const circumstances = { ...deps, provenRefusals, wrongTries }
      expect(afterFailure(new OnvifError('auth', 'no'), null, 9, circumstances).waitMs).toBe(waitMs)
    },
  )

  test('no words of the camera are passed on', () => {
    const error = new OperationRefused('words of the camera')
    expect(afterFailure(error, 5000, 1, deps).message).not.toContain('words of the camera')
  })
})

test.each([
  ['never closed', '<ReferenceParameters '],
  ['opened again and again', '<ReferenceParameters>'],
  ['prefixed at length', `<${'a'.repeat(64)}`],
  ['declared again and again', ' xmlns:d'],
])('parameters that are %s cost no time', async (_how, piece) => {
  const document = `<!-- ${piece.repeat(Math.floor(1_000_000 / piece.length))} -->`
  const spentMs = await processorMs(() => expect(readReferenceParameters(document)).toBe(''))
  // Minutes, if each beginning is followed to the end.
  expect(spentMs).toBeLessThan(2000)
})
