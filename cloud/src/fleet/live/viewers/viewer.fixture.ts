import { randomUUID } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { TestOrg } from '#testing/test-app.js'
import type { TestDatabase } from '#testing/test-database.js'
import type { Platform } from '../../../platform/platform.js'
import { admitViewer } from './admit-viewer.js'
import type { Viewer } from './viewer.js'

/** The origin of the service in tests (`createTestPlatform`). */
export const ownOrigin = 'https://video.example.com'

/** What is asked for `/api/v1/live` with. */
export interface LiveAsk {
  readonly token?: string
  /** null: a program that sends none. */
  readonly origin?: string | null
  readonly url?: string
  readonly protocols?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Address from which it comes. */
  readonly peer?: string
}

/** A request for the live socket, as the server hands it on before 101. */
export function liveRequest({
  token = 'none',
  origin = ownOrigin,
  url = '/api/v1/live',
  protocols = `sightline.live.v1, bearer.${token}`,
  headers = {},
  peer,
}: LiveAsk): IncomingMessage {
  const socket = new Socket()
  if (peer !== undefined) Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  request.url = url
  request.method = 'GET'
  Object.assign(request.headers, {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'user-agent': 'test browser',
    'sec-websocket-protocol': protocols,
    ...(origin !== null && { origin }),
    ...headers,
  })
  return request
}

/** Asks, and gives the status and code of the refusal; `admitted` for none. */
export async function answerTo(platform: Platform, ask: LiveAsk): Promise<string> {
  const admission = await admitViewer(platform, liveRequest(ask))
  return admission.ok ? 'admitted' : `${admission.refusal.status} ${admission.refusal.code}`
}

/** Somebody who was admitted. */
export async function viewerOf(platform: Platform, ask: LiveAsk): Promise<Viewer> {
  const admission = await admitViewer(platform, liveRequest(ask))
  if (!admission.ok) throw new Error(admission.refusal.message)
  return admission.viewer
}

/** Adds a camera with two streams, of no gateway. */
export async function addCamera(
  test: TestDatabase,
  { orgId, siteId }: Pick<TestOrg, 'orgId' | 'siteId'>,
  name = 'Gate',
): Promise<string> {
  const id = randomUUID()
  await test.query(`insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, $4, 'rtsp')`, [
    orgId,
    id,
    siteId,
    name,
  ])
  await test.query(
    `insert into camera_streams (org_id, camera_id, role, url, codec)
     values ($1, $2, 'main', 'rtsp://10.0.0.5/main', 'h265'), ($1, $2, 'sub', 'rtsp://10.0.0.5/sub', 'h264')`,
    [orgId, id],
  )
  return id
}
