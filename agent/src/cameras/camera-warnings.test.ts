import { cameraWarningCodes, describeWarning } from '@sightline/protocol'
import { expect, test } from 'vitest'
import type { LiveStreamFacts } from '../streams/stream-connection.js'
import { type JudgedCamera, type JudgedStream, warningsOf } from './camera-warnings.js'

const facts: LiveStreamFacts = {
  codec: 'h264',
  width: 1920,
  height: 1080,
  fps: 25,
  gopSec: 2,
  bitrateKbps: 4000,
  hasBFrames: false,
  audio: null,
  audioOffered: [],
  audioLeftOut: [],
  authScheme: 'basic',
  transport: 'tcp',
  encryption: 'none',
}
const quiet = { unusualFps: null, lostPerHundred: null }
const main = (more: Partial<LiveStreamFacts>, history: Partial<JudgedStream['history']> = {}) => ({
  streams: [{ role: 'main' as const, facts: { ...facts, ...more }, history: { ...quiet, ...history } }],
})
const fine: JudgedCamera = {
  ...main({}),
  recorded: 'main',
  shortRuns: null,
  isSubMissing: false,
  trouble: null,
  isPreRollShortened: false,
  clockSkewSec: 0,
  motion: { state: 'watching', message: null, lastCheckAtMs: null },
}

type Case = [string, Partial<JudgedCamera>, (string | number | null)[][]]

const cases: Case[] = [
  ['nothing is wrong', {}, []],
  ['a GOP of 4 s', main({ gopSec: 4 }), []],
  ['a GOP of 10 s', main({ gopSec: 10 }), [['long_keyframe_interval', 'main', 10]]],
  ['no second keyframe yet', main({ gopSec: null, gopAtLeastSec: 9 }), [['no_second_keyframe', 'main', 9]]],
  ['a GOP of 60 s', main({ gopSec: 60 }), [['smart_codec', 'main', 60]]],
  ['B-frames', main({ hasBFrames: true }), [['b_frames', 'main', null]]],
  ['H.265', main({ codec: 'h265' }), [['h265', 'main', null]]],
  [
    'sound that is not taken',
    main({ audioOffered: ['G726-32'], audioLeftOut: ['G726-32'] }),
    [['sound_left_out', 'main', null]],
  ],
  ['TLS of long ago', main({ encryption: 'outdated-tls' }), [['outdated_encryption', 'main', null]]],
  ['another frame rate', main({}, { unusualFps: 3 }), [['frame_rate', 'main', 3]]],
  ['loss', main({}, { lostPerHundred: 12 }), [['packet_loss', 'main', 12]]],
  ['no sub stream', { isSubMissing: true }, [['sub_stream_missing', null, null]]],
  [
    'a sub stream of pictures that nobody reads',
    { trouble: { kind: 'failed', fault: 'codec' } },
    [['sub_stream_unusable', null, null]],
  ],
  ['a sub stream that fells main', { trouble: { kind: 'disturbs' } }, [['detection_disturbs', null, null]]],
  ['little memory', { isPreRollShortened: true }, [['pre_roll_shortened', null, null]]],
  ['a clock that is behind', { clockSkewSec: -3600 }, [['clock_skew', null, -3600]]],
  ['a clock that is nearly right', { clockSkewSec: 4 }, []],
  ['a clock that nobody knows', { clockSkewSec: null }, []],
  ['a log among its events', { noisePerMinute: 180 }, [['noisy_events', null, 180]]],
  ...(
    [
      ['format', 'short_runs_format'],
      ['clock_set', 'short_runs_clock'],
      ['wrong_speed', 'short_runs_timestamps'],
      ['stands_still', 'short_runs_timestamps'],
      ['reordered', 'short_runs_reordered'],
      ['restarted', 'short_runs_restarted'],
      ['connection', 'short_runs_connection'],
      ['other', 'short_runs_other'],
    ] as const
  ).map(
    ([ending, code]): Case => [
      `runs that end soon: ${ending}`,
      { shortRuns: { ending, sec: 7 } },
      [[code, 'main', 7]],
    ],
  ),
  [
    'no ffmpeg',
    { motion: { state: 'degraded', message: 'no ffmpeg', lastCheckAtMs: null } },
    [['motion_unavailable', null, null]],
  ],
]

test.each(cases)('%s', (_, more, expected) => {
  const warnings = warningsOf({ ...fine, ...more })
  expect(warnings.map(({ code, stream, value }) => [code, stream, value])).toEqual(expected)
})

test('every code is said of some camera, and has words for a person', () => {
  const said = new Set(cases.flatMap(([, , expected]) => expected.map(([code]) => code)))
  expect(said).toEqual(new Set(cameraWarningCodes))
  for (const code of cameraWarningCodes) {
    const words = describeWarning({ code, stream: 'main', value: 12.34 })
    expect(words?.message).toMatch(/^\w.+\.$/)
    expect(words?.remedy).toMatch(/^\w.+\.$/)
    expect(JSON.stringify(words)).not.toMatch(/null|undefined|NaN/)
  }
  expect(describeWarning({ code: 'of_a_later_version', stream: null, value: null })).toBeNull()
})
