import type { ViewLayout } from '@sightline/protocol'
import type { InstantDefaultNow, Nullable } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    views: ViewTable
    view_cameras: ViewCameraTable
  }
}

export interface ViewTable {
  org_id: string
  id: string
  /** Null: it belongs to the organisation. */
  user_id: Nullable<string>
  name: string
  layout: ViewLayout
  rotate_sec: Nullable<number>
  /** Its place among those of the organisation, or of the person. */
  position: number
  created_at: InstantDefaultNow
  updated_at: InstantDefaultNow
}

export interface ViewCameraTable {
  org_id: string
  view_id: string
  /** In the view, from 0. */
  place: number
  camera_id: string
  size: number
}
