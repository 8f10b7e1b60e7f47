import type { JournalRecord } from '#agent/recording/journal-format.js'

export const sampleEvent = {
  eventId: '0198c0de-0000-7000-8000-000000000001',
  cameraId: '0198c0de-0000-7000-8000-0000000000ca',
  category: 'motion',
  topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
  source: 'onvif',
  rawSource: 'onvif',
  rawData: { IsMotion: 'true', note: 'Außentür' },
  triggeredAtMs: 1_760_000_000_000,
} as const

/** What a camera saw, without when. */
export const sampleCause = {
  category: 'motion',
  topic: '',
  source: 'onvif',
  rawSource: 'onvif',
  rawData: {},
} as const

/** One record of each kind, as a short recording writes them. */
export const sampleRecords: readonly JournalRecord[] = [
  {
    kind: 'event',
    facts: { event: sampleEvent, fromMs: 1_759_999_995_000, untilMs: 1_760_000_020_000 },
  },
  {
    kind: 'run',
    run: {
      startedAtMs: 1_759_999_000_000.25,
      video: {
        codec: 'h264',
        width: 64,
        height: 48,
        parameterSets: [Buffer.from([0x67, 0x64, 0, 10]), Buffer.from([0x68, 1])],
      },
      audio: { codec: 'aac', sampleRate: 16_000, channels: 1, config: Buffer.from([0x14, 0x08]) },
    },
  },
  packet('video', 0, true, 40),
  packet('audio', 11_111.111, true, 3),
  packet('video', 40_000.5, false, 9),
  {
    kind: 'extended',
    extension: {
      event: {
        eventId: sampleEvent.eventId,
        cameraId: sampleEvent.cameraId,
        absorbedEventId: null,
        triggeredAtMs: 1_760_000_003_000,
      },
      untilMs: 1_760_000_023_000,
    },
  },
  packet('video', 80_000, false, 0),
  { kind: 'ended', ending: { error: 'the stream was lost at second 3' } },
]

function packet(track: 'video' | 'audio', ptsUs: number, keyframe: boolean, length: number): JournalRecord {
  const data = Buffer.from(Array.from({ length }, (_, index) => (index * 37 + ptsUs) & 255))
  return { kind: 'packet', track, ptsUs, dtsUs: ptsUs - 0.25, keyframe, data }
}
