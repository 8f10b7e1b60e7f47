import { z } from 'zod'
import { BenchProgram } from '../bench/programs/bench-program.js'

/** What is done to one of the cameras. */
export const CameraDeed = z.object({
  camera: z.number().int().min(0),
  does: z.enum(['move', 'reset', 'freeze', 'thaw', 'lose power', 'come back']),
})
export type CameraDeed = z.infer<typeof CameraDeed>

const Place = z.object({
  host: z.string(),
  onvifPort: z.number(),
  mainUrl: z.string(),
  subUrl: z.string(),
  username: z.string(),
  password: z.string(),
})
/** Where a camera is, and who may ask it. */
export type CameraPlace = z.infer<typeof Place>

/** The cameras of a run in a process of their own, so that what they need takes nothing from who runs it. */
export class SoakCameras implements AsyncDisposable {
  readonly places: readonly CameraPlace[]
  readonly #program: BenchProgram
  #turn: Promise<unknown> = Promise.resolve()

  private constructor(program: BenchProgram, places: readonly CameraPlace[]) {
    this.#program = program
    this.places = places
  }

  /** Encodes their pictures first where the cache has none, which takes a while. */
  static async start(count: number): Promise<SoakCameras> {
    const program = new BenchProgram('../../soak/cameras')
    return new SoakCameras(program, await program.ask({ start: count }, z.array(Place)))
  }

  /** One thing after the other. */
  do(deed: CameraDeed): Promise<void> {
    const done = this.#turn.then(async () => {
      await this.#program.ask(deed, z.unknown())
    })
    this.#turn = done.catch(() => undefined)
    return done
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]()
  }
}
