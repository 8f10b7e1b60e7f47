import { z } from 'zod'
import { startLightCameras } from './light-cameras.js'

const Cameras = z.array(z.object({ name: z.string(), uuid: z.string(), hosts: z.array(z.string()) }))

/** Plays the cameras of its one argument, JSON, until SIGTERM; says `ready` when all of them can be found. */
const cameras = await startLightCameras(Cameras.parse(JSON.parse(process.argv[2] ?? '[]')))
process.once('SIGTERM', () => {
  void cameras[Symbol.asyncDispose]()
})
process.stdout.write('ready\n')
