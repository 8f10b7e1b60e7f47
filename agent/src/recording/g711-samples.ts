import type { AudioFormat } from '../stream/packet.js'
import type { ClipTiming } from './clip-timing.js'
import { readJournal } from './journal-reader.js'

/** Times that differ from the count of samples by less than this make no gap, seconds. */
const toleranceSec = 0.06

/** Silence, at most this long at once. */
const longestPieceSec = 1

/**
 * The G.711 sound of a clip from its first to its last picture, without a gap: where the camera sent none
 * there is silence, so that what follows is heard at its time.
 * @param soundBytes how much of the journal is undamaged.
 */
export async function* g711Samples(
  journalPath: string,
  soundBytes: number,
  audio: Pick<AudioFormat, 'codec' | 'sampleRate' | 'channels'>,
  timing: Pick<ClipTiming, 'startUs' | 'durationSec'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { sampleRate, channels } = audio
  const silent = audio.codec === 'pcma' ? 0xd5 : 0xff
  const most = Math.round(timing.durationSec * sampleRate)
  const tolerance = Math.round(toleranceSec * sampleRate)
  let made = 0
  for await (const { record, endsAt } of readJournal(journalPath)) {
    if (endsAt > soundBytes) return
    if (record.kind !== 'packet' || record.track !== 'audio') continue
    const at = Math.round(((record.ptsUs - timing.startUs) / 1_000_000) * sampleRate)
    for (let missing = Math.min(at, most) - made; missing > tolerance; ) {
      const piece = Math.min(missing, longestPieceSec * sampleRate)
      yield new Uint8Array(piece * channels).fill(silent)
      made += piece
      missing -= piece
    }
    const heard = made - at > tolerance || at < 0 ? made - at : 0
    const samples = Math.floor(record.data.length / channels)
    const taken = record.data.subarray(heard * channels, Math.min(samples, heard + most - made) * channels)
    if (taken.length === 0) continue
    // The reader's buffer goes on to the next record; ffmpeg's pipe may hold this one longer.
    yield Uint8Array.from(taken)
    made += taken.length / channels
  }
}
