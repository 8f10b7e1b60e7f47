/** A sender report: the same moment by the camera's clock and by the track's timestamps. */
interface Report {
  readonly ntpMs: number
  readonly rtpTimestamp: number
}

/** A camera whose reports put the sound farther from its picture than this has them wrong. */
const largestUs = 2_000_000
/** Reports that agree this closely are true; some cameras fill in whole seconds. */
const agreeUs = 80_000
/** A report of a longer time ago says nothing about now. */
const stalestUs = 60_000_000

/**
 * Learns from the sender reports of both tracks how much later or earlier than its arrival a sound belongs to
 * its picture. Believed only if two reports in a row say the same and it is little: the clocks of cameras are
 * off by anything.
 */
export class SoundSync {
  #video: Report | null = null
  #candidateUs: number | null = null
  #agreedUs: number | null = null

  /** What to add to the time of arrival of the sound, us; null until reports agree. */
  get offsetUs(): number | null {
    return this.#agreedUs
  }

  videoReport(report: Report): void {
    this.#video = report
  }

  /**
   * @param videoUs the time in the run of a timestamp of the video, us; null if not known.
   * @param audioUs the same of the sound, by arrival.
   */
  audioReport(
    report: Report,
    videoUs: (rtpTimestamp: number) => number | null,
    audioUs: (rtpTimestamp: number) => number | null,
  ): void {
    if (this.#video === null) return
    const ofVideo = videoUs(this.#video.rtpTimestamp)
    const ofAudio = audioUs(report.rtpTimestamp)
    if (ofVideo === null || ofAudio === null) return
    const betweenUs = (report.ntpMs - this.#video.ntpMs) * 1000
    const offUs = ofVideo + betweenUs - ofAudio
    const isLikely = Math.abs(betweenUs) < stalestUs && Math.abs(offUs) <= largestUs
    if (isLikely && this.#candidateUs !== null && Math.abs(offUs - this.#candidateUs) <= agreeUs) {
      this.#agreedUs = Math.round((offUs + this.#candidateUs) / 2)
    }
    this.#candidateUs = isLikely ? offUs : null
  }
}
