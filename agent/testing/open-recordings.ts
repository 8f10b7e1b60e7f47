import { systemClock } from '#agent/platform/clock.js'
import { silentLogger } from '#agent/platform/logger.js'
import { systemRandom } from '#agent/platform/random.js'
import { Recordings, type RecordingsOptions } from '#agent/recording/recordings.js'

/** Recordings in a data folder of a test: real time, no ffmpeg and no log, unless it says otherwise. */
export function openRecordings(
  options: Pick<RecordingsOptions, 'dataDir' | 'observer'> & Partial<RecordingsOptions>,
): Promise<Recordings> {
  return Recordings.open({
    clock: systemClock,
    log: silentLogger,
    random: systemRandom,
    ffmpeg: null,
    redact: (text) => text,
    ...options,
  })
}
