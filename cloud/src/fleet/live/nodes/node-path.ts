import { Id, LiveRendition, StreamRole } from '@sightline/protocol'
import { z } from 'zod'
import type { StreamKey } from '../upstreams/agent-source.js'

const NodePath = z.object({ orgId: Id, cameraId: Id, stream: StreamRole, rendition: LiveRendition })

/** A stream of which another node wants a copy. */
export type NodePath = z.infer<typeof NodePath>

const path = /^\/api\/v1\/nodes\/live\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)$/

export function pathOfStream({ camera, stream, rendition }: StreamKey): string {
  return `/api/v1/nodes/live/${camera.orgId}/${camera.id}/${stream}/${rendition}`
}

/** True for the paths between nodes. */
export const isNodePath = (text: string): boolean => path.test(text)

/** @returns null for a path of something else */
export function readNodePath(text: string): NodePath | null {
  const [, orgId, cameraId, stream, rendition] = path.exec(text) ?? []
  return NodePath.safeParse({ orgId, cameraId, stream, rendition }).data ?? null
}
