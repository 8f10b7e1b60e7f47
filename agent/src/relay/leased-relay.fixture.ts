import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CameraLease, CameraSet } from '@sightline/protocol'
import { type Received, ScriptedCloud, type ScriptedSession } from '../cloud-link/scripted-cloud.fixture.js'
import { sealCredentials } from '../cloud-link/seal-credentials.fixture.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { createLogger } from '../platform/logger.js'
import { type Relay, startRelay } from './start-relay.js'

export const relayKey = `rl_${'r'.repeat(43)}`

/** A relay on its data folder, and a cloud whose every word the test decides. */
export class LeasedRelay implements AsyncDisposable {
  readonly dataDir: string
  readonly cloud: ScriptedCloud
  readonly lines: string[] = []
  relay: Relay | null = null
  /** What the newest session's `hello` said of the relay. */
  facts: NonNullable<Received<'hello'>['body']['relay']> | null = null
  #sessions = 0

  private constructor(dataDir: string, cloud: ScriptedCloud) {
    this.dataDir = dataDir
    this.cloud = cloud
  }

  static async create(): Promise<LeasedRelay> {
    return new LeasedRelay(await mkdtemp(join(tmpdir(), 'agent-relay-')), await ScriptedCloud.start())
  }

  async start(options: { capacity?: number; allowedCidrs?: readonly string[] } = {}): Promise<Relay> {
    this.relay = await startRelay({
      dataDir: this.dataDir,
      cloudUrl: this.cloud.url,
      key: relayKey,
      capacity: 50,
      allowedCidrs: ['127.0.0.0/8'],
      ringBytes: 16 * 1024 * 1024,
      log: createLogger({ level: 'debug', human: false, write: (line) => this.lines.push(line) }),
      ...options,
    })
    return this.relay
  }

  async stop(): Promise<void> {
    await this.relay?.close()
    this.relay = null
  }

  /** The next connection, greeted and welcomed. */
  async session(): Promise<ScriptedSession> {
    const session = await this.cloud.session(this.#sessions)
    this.#sessions += 1
    const [hello] = await session.until('hello')
    this.facts = hello?.body.relay ?? null
    await session.welcome({ acked_seq: hello?.body.last_acked_seq ?? 0 })
    return session
  }

  /** A camera whose account is sealed as the cloud does it. */
  async camera(url: string, password: string, more: Partial<CameraSet> = {}): Promise<CameraSet> {
    if (!this.facts) throw new Error('the relay has not said to which key accounts are sealed')
    const credentials = await sealCredentials('admin', password, this.facts.public_key)
    return cameraSet({
      connection: { type: 'rtsp', rtsp_url: url, rtsp_sub_url: null, credentials },
      ...more,
    })
  }

  /** The content of every file of the data folder. */
  async disk(): Promise<string> {
    const entries = await readdir(this.dataDir, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const texts = await Promise.all(
      files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
    )
    return texts.join('\n')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await this.cloud.close()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

export function leaseOf({ camera_id }: CameraSet, epoch: number): CameraLease {
  return { camera_id, epoch }
}

/** Grants a lease and waits until the camera is on line under it. */
export async function hold(session: ScriptedSession, camera: CameraSet, epoch: number): Promise<CameraLease> {
  const lease = leaseOf(camera, epoch)
  session.send('camera.set', camera, { lease })
  await untilState(session, lease, 'online')
  return lease
}

export async function untilState(session: ScriptedSession, lease: CameraLease, state: string): Promise<void> {
  const isThere = () =>
    session
      .of('camera.status')
      .some(
        (frame) => frame.body.state === state && frame.lease?.epoch === lease.epoch && isAbout(frame, lease),
      )
  await session.when(isThere, `the state ${state}`)
}

function isAbout(frame: Received<'camera.status'>, lease: CameraLease): boolean {
  return frame.body.camera_id === lease.camera_id && frame.lease?.camera_id === lease.camera_id
}

/** The body of a trigger. */
export function triggerOf(camera_id: string, event_id: string = randomUUID()) {
  return {
    deadline_ms: 5000,
    camera_id,
    event_id,
    request_id: randomBytes(16).toString('hex'),
    duration_sec: 5,
    triggered_at: new Date().toISOString(),
    note: null,
  }
}

/** The result of the command with this id. */
export async function resultOf(session: ScriptedSession, id: string): Promise<Received<'result'>> {
  await session.when(() => session.of('result').some(({ re }) => re === id), 'the result')
  const [result] = session.of('result').filter(({ re }) => re === id)
  if (!result) throw new Error('no result')
  return result
}
