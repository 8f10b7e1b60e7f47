import { Seeded } from '@sightline/protocol/testing'
import type { CameraOptions } from '../fakes/camera/index.js'

type Odd = CameraOptions['faults'] & object

/** It tells of nothing: events come when the run makes them. A killed agent leaves its subscription, which ends soon. */
const cutting: CameraOptions = {
  onvif: true,
  onvifLogins: ['username-token'],
  onvifEvents: { tellsMotion: false, pullEndsAfterMs: 1500, mostTermSec: 30, slots: 100 },
}

const odd = (faults: Odd): CameraOptions => ({ onvif: false, faults })

/** Half of its time passes between two requests, so that a busy machine is not late. */
const refusing = (status: number, faults: Odd = {}): CameraOptions => ({
  onvif: false,
  sessionTimeoutSec: 20,
  faults: { ...faults, rtsp: { ...faults.rtsp, getParameter: status, countsOnlyOk: true } },
})

/** Of a whole run the first site has the first half. Its agent is killed again and again, that of the second lives on. */
const cameras = (chance: Seeded): readonly CameraOptions[] => {
  const seed = () => Math.floor(chance.between(0, 2 ** 31))
  const strayBytes = () => odd({ rtsp: { interleaving: { strayEverySec: 8, seed: seed() } } })
  const asItShould = odd({})
  return [
    asItShould,
    strayBytes(),
    odd({ videoClockError: 0.005 }),
    cutting,
    odd({ rtsp: { sources: 'next-at-keyframe' } }),
    strayBytes(),
    odd({ videoClockError: -0.005 }),
    // It boots slowly.
    asItShould,

    // Shorter than what is taken for a lost stream, and than what the cloud waits for a picture: all go on.
    odd({ freezes: { everySec: 20, forSec: 4 } }),
    odd({ rtsp: { emptyPackets: 'padding' }, setsInTurn: true }),
    // Each few seconds, within the short lives of this agent.
    odd({ loseEvery: 151 }),
    cutting,

    refusing(400),
    odd({ rtsp: { interleaving: { cutEvery: 241, seed: seed() } } }),
    refusing(500, { videoClockError: 0.012 }),
    asItShould,
    odd({ rtsp: { sources: 'numbers-begin-anew', sentPayloadType: [96, 110] } }),
    // Of an agent that lives: a clip that ends before its first refresh shows nothing. It rests, for what a movement leaves
    // in its picture stays there until that is refreshed, and the mark of a picture with it.
    { ...asItShould, picture: { intraRefresh: true }, timetable: 'rest' },
    refusing(404, { rtsp: { sentPayloadType: 105 } }),
    cutting,

    // Who falls back to keyframes, or begins to watch them, has one within the 20 s in which everybody has to see again: of a
    // camera with one each 20 s that cannot be promised, whatever we do. It is joined 5 s behind one.
    { ...asItShould, picture: { gopSec: 8 }, join: { behindKeyframeSec: 5 } },
    odd({ videoTimeStrays: { bySec: -9800, everySec: 2 } }),
    odd({ loseEvery: 401 }),
    asItShould,
  ]
}

/** The cameras of a run. Those of the full one are 24, of each kind; a small one has the first of them. */
export function planCameras(count: number, seed: number): CameraOptions[] {
  const kinds = cameras(new Seeded(seed))
  return Array.from({ length: count }, (_, index) => ({
    name: `Camera ${index + 1}`,
    ...kinds[index % kinds.length],
  }))
}

/** Whether the camera of this number, from 0, is one that boots slowly. */
export function bootsSlowly(index: number): boolean {
  return index % 8 === 7
}
