import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DEMO_PICTURE, type FakeCamera, startCamera } from '../fakes/camera/index.js'
import { WebhookReceiver } from '../fakes/webhook-receiver/index.js'
import { CloudNode } from '../harness/cloud-node.js'
import type { SiteAgent } from '../harness/site-agent.js'

/** The owner of the demo's organisation. Everything of the demo ends with it. */
export const owner = { email: 'owner@example.com', password: 'Demo-Owner-Passw0rd' } as const

/** Everything that the demo starts, and ends again in the opposite order. */
export interface Stage extends AsyncDisposable {
  readonly folder: string
  readonly cameras: readonly [FakeCamera, FakeCamera]
  readonly receiver: WebhookReceiver
  readonly cloud: CloudNode
  /** The agent, once it is paired. */
  agent: SiteAgent | null
}

/** What the stage consists of while it is being built, so that a failure half-way ends what stands. */
type Parts = { -readonly [K in 'folder' | 'receiver' | 'cloud' | 'agent']?: Stage[K] } & {
  cameras: FakeCamera[]
}

/**
 * Starts simulated cameras, an integrator's receiver and the cloud with its own PostgreSQL.
 * @param told called as each part stands
 */
export async function setStage(told: (what: string, ...details: string[]) => void): Promise<Stage> {
  const parts: Parts = { cameras: [] }
  try {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-demo-'))
    parts.folder = folder
    const front = await demoCamera('Front door', 'SL-1001')
    parts.cameras.push(front)
    const yard = await demoCamera('Yard', 'SL-1002')
    parts.cameras.push(yard)
    told('Two simulated cameras play H.264 over RTSP', front.rtspUrl(), yard.rtspUrl())
    const receiver = await WebhookReceiver.start()
    parts.receiver = receiver
    const cloud = await startCloud(folder, receiver)
    parts.cloud = cloud
    told('The cloud serves, with a PostgreSQL of its own', cloud.publicUrl)
    const stage: Stage = {
      folder,
      cameras: [front, yard],
      receiver,
      cloud,
      agent: null,
      [Symbol.asyncDispose]: () => strike({ ...parts, agent: stage.agent }),
    }
    return stage
  } catch (error) {
    await strike(parts)
    throw error
  }
}

function demoCamera(name: string, serial: string): Promise<FakeCamera> {
  return startCamera({
    name,
    serial,
    picture: DEMO_PICTURE,
    // Somebody walks where the story says so, and not before.
    timetable: 'rest',
    wsDiscovery: true,
    mdns: true,
    onvifEvents: {},
  })
}

async function startCloud(folder: string, receiver: WebhookReceiver): Promise<CloudNode> {
  const certificate = path.join(folder, 'receiver.pem')
  await writeFile(certificate, receiver.certificate.cert)
  const env = {
    DATA_DIR: path.join(folder, 'cloud'),
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    ORG_NAME: 'Demo',
    // The receiver of the demo is on this machine, with a certificate of its own.
    ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    VAPID_SUBJECT: `mailto:${owner.email}`,
    NODE_EXTRA_CA_CERTS: certificate,
    // A model, if whoever plays the demo has one.
    ...Object.fromEntries(Object.entries(process.env).filter(isModelSetting)),
  }
  // A browser grants this name a secure context.
  return CloudNode.start(env, 'localhost')
}

const isModelSetting = (entry: [string, string | undefined]): entry is [string, string] =>
  entry[0].startsWith('AI_') && entry[1] !== undefined

async function strike(parts: Parts): Promise<void> {
  await parts.agent?.[Symbol.asyncDispose]()
  await parts.cloud?.[Symbol.asyncDispose]()
  await parts.receiver?.close()
  for (const camera of parts.cameras) await camera.close()
  if (parts.folder) await rm(parts.folder, { recursive: true, force: true })
}
