import type { CameraSet, CameraStatusReport } from '@sightline/protocol'
import { RememberingObserver } from '#testing/remembering-observer.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import type { MotionDetectorOptions } from '../motion/motion-detector.js'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { type Script, usual } from '../rtsp/scripted-camera.fixture.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import type { CameraSupervisorDeps } from './camera-supervisor.js'
import { superviseCameras } from './supervised-cameras.fixture.js'

const timeouts = { silenceMs: 400, connectMs: 1000, responseMs: 1000 }

/** A camera with a main and a sub stream, each at a server of its own, and what watches it. */
export async function dualCamera(
  settings: Partial<CameraSet> = {},
  subScript: Script = usual,
  mainScript: Script = usual,
  deps: Partial<CameraSupervisorDeps> = {},
) {
  const [main, sub] = [await PlayingCamera.start(mainScript), await PlayingCamera.start(subScript)]
  const observer = new RememberingObserver()
  const watches: (MotionDetectorOptions & { stopped: boolean })[] = []
  const world = await superviseCameras(observer, {
    timeouts,
    // The shortest waits between attempts.
    random: { ...systemRandom, fraction: () => 0 },
    startWatch: (options) => {
      const watch = { ...options, stopped: false }
      watches.push(watch)
      return {
        configure: () => undefined,
        stop: () => {
          watch.stopped = true
        },
        health: () => ({ state: 'watching', message: null, lastCheckAtMs: null }),
      }
    },
    ...deps,
  })
  const connection = {
    type: 'rtsp' as const,
    rtsp_url: main.url,
    rtsp_sub_url: sub.url,
    credentials: null,
  }
  const camera = cameraSet({ connection, detection_stream: 'sub', stream_mode: 'dual', ...settings })
  const id = camera.camera_id
  world.set(camera)
  const report = (): CameraStatusReport | undefined => {
    const held = world.supervisor.camera(id)
    return held && world.supervisor.reportOf(held)
  }
  return {
    main,
    sub,
    world,
    camera,
    connection,
    observer,
    watches,
    report,
    watching: () => watches.filter(({ stopped }) => !stopped),
    uses: () => Object.fromEntries((report()?.streams ?? []).map(({ role, used_for }) => [role, used_for])),
    warnings: () => (report()?.warnings ?? []).map(({ code }) => code),
    until: async (reached: () => boolean) => {
      while (!reached()) await systemClock.delay(5)
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await main[Symbol.asyncDispose]()
      await sub[Symbol.asyncDispose]()
    },
  }
}

/** Whether a stream is used for just that. */
export const hasUses = (uses: Record<string, string[]>, role: string, ...wanted: string[]) =>
  JSON.stringify(uses[role]) === JSON.stringify(wanted)
