import type { LiveRendition, StreamRole } from '@sightline/protocol'

declare module '../../../platform/database/tables.js' {
  interface TenantTables {
    live_streams: LiveStreamTable
  }

  interface WorkerTables {
    live_streams: Pick<LiveStreamTable, 'live_id' | 'node_id'>
  }
}

/** A stream that is watched: which node asks for it. It holds while that node lives. */
export interface LiveStreamTable {
  org_id: string
  camera_id: string
  stream: StreamRole
  rendition: LiveRendition
  node_id: string
  /** Of the newest `live.start`. */
  live_id: string
}
