import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { encodeVideo } from '#testing/encode-video.js'
import { openRecordings } from '#testing/open-recordings.js'
import { RememberingObserver } from '#testing/remembering-observer.js'
import { sampleCause } from '#testing/sample-records.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import type { Packet, StreamRun } from '../stream/packet.js'
import { PacketHub } from '../stream/packet-hub.js'
import { RingBudget } from '../stream/ring-budget.js'
import { paddedPicture } from './padded-picture.fixture.js'

const fps = 10
const bytesPerPicture = 50_000_000 / 8 / fps

it.each([
  ['what comes while the disk takes it', 10, null],
  [
    'says what the ring could not hold',
    20,
    'the first 10 s are missing: the memory of the gateway did not hold them',
  ],
])(
  'records with a ring that is full, and %s',
  async (_what, preSec, said) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'agent-large-pre-roll-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const video = await encodeVideo({ seconds: 2, fps, gop: fps, size: '64x48', bitrate: '40k' })
    const clock = createFakeClock()
    const hub = new PacketHub({ clock, log: silentLogger, budget: new RingBudget(1e9), preEventSec: preSec })
    const run: StreamRun = { id: 1, startedAtMs: clock.now(), video: video.format, audio: null }
    let sent = 0
    const show = () => {
      const picture = video.pictures[sent % video.pictures.length]
      if (picture === undefined) throw new Error('the video is empty')
      const ptsUs = (sent * 1_000_000) / fps
      const { keyframe } = picture
      const packet: Packet = {
        run,
        track: 'video',
        ptsUs,
        dtsUs: ptsUs,
        keyframe,
        data: paddedPicture(picture.data, bytesPerPicture),
      }
      hub.packet(packet)
      sent += 1
    }
    for (let count = 0; count < (preSec + 3) * fps; count += 1) {
      show()
      await clock.advance(1000 / fps)
    }
    expect(hub.ringState().bytes).toBeGreaterThan(60_000_000)

    const observer = new RememberingObserver()
    const recordings = await openRecordings({ dataDir, clock, observer })
    const settings = { preSec, postSec: 2, durationSec: 4 }
    const recorder = recordings.forCamera('c1', hub, settings)
    const triggeredAtMs = clock.now()
    const eventId = systemRandom.timeId()
    const taken = recorder.trigger({ ...sampleCause, eventId, triggeredAtMs })
    // The disk has not taken anything yet.
    for (let count = 0; count < 3 * fps; count += 1) show()
    await taken
    for (let count = 0; count < 9 * fps; count += 1) {
      await clock.advance(1000 / fps)
      if (count >= 3 * fps) show()
    }
    await recorder.settled()
    await recordings.settled()
    const { clip, error } = observer.endOf(eventId)
    expect(error).toBe(said)
    // The ring holds what 64 MiB do; nothing of that is missing.
    expect(clip?.bytes).toBeGreaterThan(64_000_000 + 5 * fps * bytesPerPicture)
    await recordings.stop(0)
    hub.close()
  },
  60_000,
)
