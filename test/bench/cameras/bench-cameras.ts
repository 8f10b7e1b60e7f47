import { z } from 'zod'
import { Program } from '../../harness/program.js'
import { until } from '../../harness/until.js'
import { ended, keep } from '../running.js'

/** The account of every simulated camera of the bench; plain, so that it can stand in an address as it is. */
const account = { username: 'bench', password: 'bench' } as const

/** A camera as the product is told of it. */
export interface BenchCamera {
  readonly url: string
  readonly username: string
  readonly password: string
}

const Announcement = z.object({ rtsp_url: z.string() })

/**
 * What the cameras show, at rest: `bench` is 4 Mbit/s whatever happens, with the grain of a sensor in the dark; `quiet`
 * is constant quality in daylight.
 */
export type BenchPicture = 'bench' | 'quiet'

/** 1080p25 cameras with keyframes each second, in a process of their own. */
export class BenchCameras implements AsyncDisposable {
  readonly all: readonly BenchCamera[]
  readonly #program: Program

  private constructor(program: Program, urls: readonly string[]) {
    this.#program = program
    this.all = urls.map((url) => ({ url, ...account }))
  }

  /** Starts them; encodes their picture first where the cache has none, which takes a while. */
  static async start(count: number, picture: BenchPicture = 'bench'): Promise<BenchCameras> {
    const options = ['--picture', picture, '--timetable', 'rest', '--no-discovery', '--json']
    const program = keep(
      new Program('test/dist/fakes/camera/main.js', {
        args: ['--count', String(count), '--user', account.username, ...options],
        env: {
          FAKE_CAMERA_PASSWORD: account.password,
          ...(process.env.FFMPEG_PATH !== undefined && { FFMPEG_PATH: process.env.FFMPEG_PATH }),
        },
      }),
    )
    const urls = await until(
      'the cameras are there',
      () => {
        if (program.ending !== null) throw new Error(`the cameras ended: ${program.output}`)
        const found = program.output.split('\n').slice(0, -1)
        return found.length === count && found.map((line) => Announcement.parse(JSON.parse(line)).rtsp_url)
      },
      240_000,
    )
    return new BenchCameras(program, urls)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    ended(this.#program)
    await this.#program[Symbol.asyncDispose]()
  }
}

/** The address with its account, as ffmpeg takes it. */
export function urlWithAccount({ url, username, password }: BenchCamera): string {
  return url.replace('://', `://${username}:${password}@`)
}
