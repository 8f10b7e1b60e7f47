import { z } from 'zod'
import { BENCH_PICTURE, type PictureOptions } from '../../fakes/camera/index.js'
import { until } from '../../harness/until.js'
import type { Bench } from '../bench-row.js'
import type { BenchCamera } from '../cameras/bench-cameras.js'
import { must } from '../service/bench-service.js'
import { BenchSite, type SiteBenchCamera } from '../site/bench-site.js'
import type { ServedCamera } from './watched.js'

const onlineMs = 60_000

const Account = z.object({ api_key: z.object({ full_key: z.string() }) })

/** The built cloud, the built agent and one camera, 1080p25 at 4 Mbit/s, whose stream the agent holds open. */
export class WatchedCamera implements AsyncDisposable {
  readonly site: BenchSite
  /** As a program watches it: with the key of a service account, which outlives a long run. */
  readonly watched: ServedCamera
  readonly #camera: SiteBenchCamera

  private constructor(site: BenchSite, camera: SiteBenchCamera, key: string) {
    this.site = site
    this.#camera = camera
    this.watched = { kind: 'camera', origin: site.service.origin, key, cameraId: camera.id }
  }

  /** @param subPicture of a stream that the agent opens when somebody watches it; null: the camera has none */
  static async start(
    bench: Bench,
    gopSec: number,
    subPicture: PictureOptions | null = null,
  ): Promise<WatchedCamera> {
    bench.say('starting cloud, agent and camera (the first time its picture is encoded, a minute or so)')
    const site = await BenchSite.start(bench)
    try {
      const picture = { ...BENCH_PICTURE, gopSec, loopSec: 20 }
      const given = { name: 'Gate', onvif: false, timetable: 'rest', picture, subPicture } as const
      const camera = await site.addCamera(given, { detection_stream: 'main' })
      if (subPicture !== null) {
        const sub = { rtsp_sub_url: camera.fake.rtspUrl('sub') }
        await must(site.service.org.api.patch(`/api/v1/cameras/${camera.id}`, sub), z.unknown())
      }
      await site.untilStatus([camera], 'online', onlineMs)
      const { api, siteId } = site.service.org
      const wish = { name: 'Viewers', role: 'viewer', site_ids: [siteId] }
      const { api_key } = await must(api.post('/api/v1/service-accounts', wish), Account)
      return new WatchedCamera(site, camera, api_key.full_key)
    } catch (error) {
      await site[Symbol.asyncDispose]()
      throw error
    }
  }

  get id(): string {
    return this.#camera.id
  }

  /** Where the camera itself is to be received. */
  get address(): BenchCamera {
    const { fake } = this.#camera
    return { url: fake.rtspUrl(), ...fake.options.credentials }
  }

  /** Frames of a stream that the camera has sent to whoever receives it. */
  framesSent(stream: 'main' | 'sub'): number {
    return this.#camera.fake.counters.frames.filter((frame) => frame.stream === stream).length
  }

  /** Resolves once the agent sends nothing any more, 5 s after the last viewer: whoever comes then is the first again. */
  async untilUnwatched(): Promise<void> {
    const count = (event: string) => this.site.agent.log.split(event).length
    await until('the agent sends no pictures', () => count('live.ended') === count('live.begun'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.site[Symbol.asyncDispose]()
  }
}
