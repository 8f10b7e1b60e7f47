// Plays a video and records an event of it, until killed. Run by recording-kill.test.ts with the folder, the
// journal that holds the video, and the id of the event. Prints `recorded N` for the pictures that were sent
// half a second ago, and `triggered` once the event is durable.
import { systemClock } from '#agent/platform/clock.js'
import { silentLogger } from '#agent/platform/logger.js'
import { systemRandom } from '#agent/platform/random.js'
import { readJournal } from '#agent/recording/journal-reader.js'
import { Recordings } from '#agent/recording/recordings.js'
import type { EncodedVideo } from './encode-video.js'
import { FileObserver } from './file-observer.js'
import { sampleCause } from './sample-records.js'
import { ScriptedSource } from './scripted-source.js'

const [, , dataDir = '', videoPath = '', eventId = ''] = process.argv
const say = (text: string) => process.stdout.write(`${text}\n`)

async function loadVideo(): Promise<EncodedVideo> {
  const pictures: EncodedVideo['pictures'][number][] = []
  let format: EncodedVideo['format'] | undefined
  for await (const { record } of readJournal(videoPath)) {
    if (record.kind === 'run') format = record.run.video
    if (record.kind === 'packet') {
      pictures.push({ keyframe: record.keyframe, shownAt: pictures.length, data: Buffer.from(record.data) })
    }
  }
  if (format === undefined) throw new Error('no video')
  return { format, fps: 25, pictures }
}

const source = new ScriptedSource(systemClock, await loadVideo())
const recordings = await Recordings.open({
  dataDir,
  clock: systemClock,
  log: silentLogger,
  random: systemRandom,
  observer: new FileObserver(`${dataDir}/told`),
  ffmpeg: null,
  redact: (text) => text,
})
await recordings.settled()
const settings = { preSec: 0.2, postSec: 0.2, durationSec: 0.8 }
const recorder = recordings.forCamera('0198c0de-0000-7000-8000-0000000000ca', source, settings)
source.start()
const trigger = { ...sampleCause, eventId }
systemClock
  .delay(200)
  .then(() => recorder.trigger({ ...trigger, triggeredAtMs: systemClock.now() }))
  .then(() => say('triggered'))
  .catch((error: unknown) => say(String(error)))
for (;;) {
  await systemClock.delay(20)
  source.showDue()
  say(`recorded ${source.sent.length - 13}`)
}
