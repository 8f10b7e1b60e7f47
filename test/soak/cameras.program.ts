import { z } from 'zod'
import { serve } from '../bench/programs/serve.js'
import { type FakeCamera, startCamera } from '../fakes/camera/index.js'
import { CameraDeed } from './soak-cameras.js'
import { soakCamera } from './soak-plan.js'

// Plays the cameras of a run, and does to them what it is told.

const Question = z.union([z.object({ start: z.number().int() }), CameraDeed])

const cameras: FakeCamera[] = []

serve(
  Question,
  async (question) => {
    if ('start' in question) {
      for (let index = 0; index < question.start; index += 1)
        cameras.push(await startCamera(soakCamera(index).options))
      return cameras.map((camera) => ({
        host: camera.host,
        onvifPort: camera.onvifPort,
        mainUrl: camera.rtspUrl('main'),
        subUrl: camera.rtspUrl('sub'),
        ...camera.options.credentials,
      }))
    }
    const camera = cameras[question.camera]
    if (camera === undefined) throw new Error(`no camera ${question.camera}`)
    switch (question.does) {
      case 'move':
        return camera.move(movementSec)
      case 'reset':
        return void camera.faults.dropNow()
      case 'freeze':
        return camera.faults.freeze()
      case 'thaw':
        return camera.faults.thaw()
      case 'lose power':
        return camera.faults.refuseConnections()
      case 'come back':
        return camera.faults.comeBack()
    }
  },
  async () => {
    await Promise.all(cameras.map((camera) => camera.close()))
  },
)

const movementSec = 5
