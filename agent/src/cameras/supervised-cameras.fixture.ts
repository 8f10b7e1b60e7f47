import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CameraSet, CameraStatusReport } from '@sightline/protocol'
import { sealCredentials } from '../cloud-link/seal-credentials.fixture.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import { Configuration } from '../configuration/configuration.js'
import { EventTombstones } from '../onvif/event-tombstones.js'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import type { RecordingObserver } from '../recording/recording-observer.js'
import { Recordings } from '../recording/recordings.js'
import { RingBudget } from '../stream/ring-budget.js'
import { ProvenAccounts } from '../streams/proven-accounts.js'
import { CameraSupervisor, type CameraSupervisorDeps } from './camera-supervisor.js'

const done = () => Promise.resolve()
const silent: RecordingObserver = { opened: done, extended: done, closed: done }

/** Cameras under a supervisor, and what the cloud would hear of them. */
export async function superviseCameras(
  observer: RecordingObserver = silent,
  more: Partial<CameraSupervisorDeps> = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-site-'))
  const context = { dataDir, clock: systemClock, random: systemRandom, log: silentLogger }
  const sealingKey = await generateSealingKey()
  const configuration = await Configuration.open({ ...context, key: randomBytes(32) })
  const recordings = await Recordings.open({ ...context, observer, ffmpeg: null, redact: (text) => text })
  const reports: CameraStatusReport[] = []
  const heard = new Set<() => void>()
  const budget = new RingBudget(16 * 1024 * 1024)
  const allowed = createAddressPolicy(['127.0.0.0/8'])
  const supervisor = new CameraSupervisor({
    ...context,
    sealingKey,
    allowed,
    allowsAddress: allowed,
    recordings,
    budget,
    configuration,
    decoder: null,
    provenAccounts: ProvenAccounts.inMemory(systemRandom),
    tombstones: await EventTombstones.open(null, silentLogger),
    ...more,
    report: (report) => {
      reports.push(report)
      for (const listener of heard) listener()
    },
  })
  let revision = 0
  return {
    supervisor,
    recordings,
    budget,
    reports,
    seal: (username: string, password: string) => sealCredentials(username, password, sealingKey),
    set(body: CameraSet): void {
      configuration.apply({ v: 1, id: randomUUID(), type: 'camera.set', body })
    },
    drop(camera_id: string): void {
      const body = { revision: ++revision, camera_id }
      configuration.apply({ v: 1, id: randomUUID(), type: 'camera.drop', body })
    },
    /** Waits for a report after the first `from` that is as asked. */
    async reported(asked: (report: CameraStatusReport) => boolean, from = 0): Promise<void> {
      await new Promise<void>((resolve) => {
        const look = () => {
          if (!reports.slice(from).some(asked)) return
          heard.delete(look)
          resolve()
        }
        heard.add(look)
        look()
      })
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await recordings.stop(2000)
      await supervisor.stop()
      await configuration.settled()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
