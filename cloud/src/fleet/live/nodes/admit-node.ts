import type { IncomingMessage } from 'node:http'
import { bearerIn } from '../../../platform/http/access.js'
import type { RawAnswer } from '../../../platform/http/raw-answer.js'
import { pathOf } from '../../../platform/http/request-target.js'
import type { Platform } from '../../../platform/platform.js'
import { findCamera, listStreams } from '../../cameras/camera.service.js'
import { mediaRefusals } from '../sockets/media-refusals.js'
import type { StreamKey } from '../upstreams/agent-source.js'
import type { Needs } from '../upstreams/media-socket.js'
import { toWatchedCamera } from '../viewers/watched-camera.js'
import { isStreamOf } from './live-stream.repository.js'
import { isNodeKey } from './node-key.js'
import { readNodePath } from './node-path.js'
import { needsHeader, needsOfText } from './node-source.js'

/** The stream that another node wants, or why it does not get it. */
export type NodeAdmission =
  | { readonly ok: true; readonly key: StreamKey; readonly needs: Needs }
  | { readonly ok: false; readonly refusal: RawAnswer }

const refused = (refusal: RawAnswer): NodeAdmission => ({ ok: false, refusal })

/** Checks Origin and key, and that this node is the one that has the stream: two nodes never wait for each other. */
export async function admitNode(
  { database, keys, nodeId }: Pick<Platform, 'database' | 'keys' | 'nodeId'>,
  request: IncomingMessage,
): Promise<NodeAdmission> {
  if (request.headers.origin !== undefined) return refused(mediaRefusals.browser)
  const key = bearerIn(request.headers.authorization)
  if (key === undefined || !isNodeKey(keys, key)) return refused(mediaRefusals.noNodeKey)
  const wanted = readNodePath(pathOf(request.url ?? ''))
  if (!wanted) return refused(mediaRefusals.notFound)
  const { orgId, cameraId, stream, rendition } = wanted
  const db = database.forOrg(orgId)
  const camera = await findCamera(db, orgId, cameraId)
  if (!camera || !(await isStreamOf(db, wanted, nodeId))) return refused(mediaRefusals.otherNode)
  const watched = toWatchedCamera(camera, await listStreams(db, orgId, cameraId))
  const needs = request.headers[needsHeader]
  return {
    ok: true,
    key: { camera: watched, stream, rendition },
    needs: needsOfText(typeof needs === 'string' ? needs : undefined),
  }
}
