import { describe, expect, test } from 'vitest'
import { concernsChannel } from './event-channel.js'
import type { EventMessage } from './event-message.js'
import type { MediaChannel } from './media-answers.js'

const message = (
  source: Readonly<Record<string, string>>,
  topic = 'tns1:VideoSource/MotionAlarm',
): EventMessage => ({
  topic,
  utcTime: '',
  operation: 'changed',
  source: Object.entries(source).map(([name, value]) => ({ name, value })),
  data: [],
})

/** The numbers, from 1, of the channels that a message is about. */
function channelsOf(all: readonly MediaChannel[], given: EventMessage): number[] {
  return all.flatMap((own, index) => (concernsChannel(given, { own, all }) ? [index + 1] : []))
}

const channel = (token: string, ...aliases: string[]): MediaChannel => ({ token, name: token, aliases })

/** A recorder that counts from 1, and whose analytics are one for all. */
const recorder = [1, 2, 3, 4].map((number) =>
  channel(`VideoSource_${number}`, `VideoSourceConfig_${number}`, `Profile_${number}01`, 'VideoAnalytics'),
)
/** A recorder that counts from 0, with numbers alone. */
const numbered = ['00000', '00001', '00002'].map((token) => channel(token, `MediaProfile${token}`))
/** A camera with lenses whose tokens hold no number of their own. */
const lenses = [channel('wide', 'vsc-wide'), channel('tele', 'vsc-tele')]

describe('a message is of the channel', () => {
  test.each<[string, readonly MediaChannel[], Record<string, string>, number[]]>([
    ['that its source is', recorder, { Source: 'VideoSource_3' }, [3]],
    ['whose configuration it names', recorder, { VideoSourceConfigurationToken: 'VideoSourceConfig_2' }, [2]],
    ['whose profile it names', recorder, { ProfileToken: 'Profile_401' }, [4]],
    [
      'whose configuration it names beside analytics that all share',
      recorder,
      {
        VideoAnalyticsConfigurationToken: 'VideoAnalytics',
        VideoSourceConfigurationToken: 'VideoSourceConfig_2',
      },
      [2],
    ],
    [
      'that has the number of a token in other words',
      recorder,
      { VideoSourceConfigurationToken: 'VideoSourceToken-2' },
      [2],
    ],
    ['that it counts', recorder, { Channel: '4' }, [4]],
    ['that a misspelt source names', recorder, { VideoSoureConfigurationToken: 'VideoSourceConfig_1' }, [1]],
    ['whose token is a number', numbered, { VideoSourceConfigurationToken: '00002', Rule: '00000' }, [3]],
    ['whose lens it names', lenses, { VideoSourceToken: 'tele' }, [2]],
    ['that it counts, by their order', lenses, { Channel: '2' }, [2]],
  ])('%s', (_, all, source, expected) => {
    expect(channelsOf(all, message(source))).toEqual(expected)
  })

  test('that its topic counts', () => {
    const topic = 'tnsaxis:CameraApplicationPlatform/VMD/Camera2Profile1'
    expect(channelsOf(lenses, message({}, topic))).toEqual([2])
    expect(channelsOf(lenses, message({}, topic.replace('Camera2', 'Camera1')))).toEqual([1])
  })

  test('and of none that is known where it counts on', () => {
    expect(channelsOf(recorder, message({ Source: 'VideoSource_9' }))).toEqual([])
  })
})

describe('a message is of all channels', () => {
  test.each<[string, readonly MediaChannel[], Record<string, string>]>([
    ['where it names nothing', recorder, {}],
    ['where it is about an input of the device', recorder, { InputToken: 'VideoSource_1' }],
    ['where it names a rule only', recorder, { Rule: 'MyRule 2' }],
    ['where it names what all share', recorder, { VideoAnalyticsConfigurationToken: 'VideoAnalytics' }],
    ['where the words are of another making', recorder, { VideoSourceToken: 'main entrance' }],
    ['where it is not known from where it counts', numbered, { Channel: '1' }],
  ])('%s', (_, all, source) => {
    expect(channelsOf(all, message(source))).toEqual(all.map((_channel, index) => index + 1))
  })

  test('of a device that has one, whatever it says', () => {
    expect(channelsOf([channel('s0')], message({ VideoSourceToken: 'VideoSource_7' }))).toEqual([1])
  })
})
