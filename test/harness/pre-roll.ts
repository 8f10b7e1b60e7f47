import type { FakeCamera } from '../fakes/camera/index.js'
import { until } from './until.js'

/**
 * Waits until a camera has sent `sec` seconds of its main stream from a keyframe on in the session that is recorded: the
 * sessions before it were those of probes.
 */
export function untilPreRoll(camera: FakeCamera, sec: number): Promise<true> {
  return until('the ring holds the pre-roll', () => {
    const frames = camera.counters.frames.filter(({ stream }) => stream === 'main')
    const recorded = frames.at(-1)?.session
    const first = frames.find(({ session, keyframe }) => session === recorded && keyframe)
    return first !== undefined && Date.now() - first.sentAtMs > sec * 1000
  })
}
