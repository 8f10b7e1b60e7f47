import type { MonitoringSchedule } from '@sightline/protocol'
import type { ActorKind } from '../platform/caller.js'
import type { InstantDefaultNow, JsonDefaulted, Nullable } from '../platform/database/columns.js'

export interface PromptPackTable {
  org_id: string
  id: string
  name: string
  instructions: string
  created_at: InstantDefaultNow
  updated_at: InstantDefaultNow
}

/** One version of what a camera is watched for; the highest counts. Rows are added and never changed. */
export interface AnalysisFocusVersionTable {
  org_id: string
  camera_id: string
  /** From 1. */
  version: number
  focus_text: string
  ignore_guidance: string
  monitoring_schedule: JsonDefaulted<MonitoringSchedule>
  created_at: InstantDefaultNow
  created_by_kind: ActorKind
  created_by_id: Nullable<string>
  created_by_name: string
}
