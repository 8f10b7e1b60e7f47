import type { AnalysisCause, AnalysisResult, AnalysisRun, MonitoringSchedule } from '@sightline/protocol'
import type { ActorKind } from '../../platform/caller.js'
import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  JsonDefaulted,
  Leased,
  Nullable,
  WorkColumns,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    analysis_focus_versions: AnalysisFocusVersionTable
    prompt_packs: PromptPackTable
    event_analyses: EventAnalysisTable
  }

  interface WorkerTables {
    event_analyses: Leased<EventAnalysisTable>
  }
}

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

/** A picture that a model was shown, as its run keeps it. */
export interface UsedPicture {
  readonly media_id: string
  /** Seconds from the beginning of the clip; null if that is not known. */
  readonly offset_sec: number | null
  /** RFC 3339. */
  readonly taken_at: string
  readonly width: number
  readonly height: number
}

/**
 * One analysis of an event, which is one version. A work row while it is pending, and its record afterwards, when
 * nothing of it changes any more.
 */
export interface EventAnalysisTable extends WorkColumns<AnalysisRun['state']> {
  org_id: string
  id: string
  event_id: string
  /** From 1. */
  version: number
  cause: AnalysisCause
  actor_kind: ActorKind
  actor_id: Nullable<string>
  actor_name: string
  mode: AnalysisRun['mode']
  pass_mode: AnalysisRun['pass_mode']
  provider: Nullable<string>
  model: Nullable<string>
  prompt_version: Nullable<string>
  /** In the order in which the model got them. */
  pictures: JsonDefaulted<readonly UsedPicture[]>
  /** `triage`: ended by its first pass, over the small pictures. */
  depth: Nullable<'triage' | 'full'>
  calls: Defaulted<number>
  input_tokens: Nullable<number>
  output_tokens: Nullable<number>
  /** US dollars. */
  cost: Nullable<number>
  model_ms: Nullable<number>
  pictures_ms: Nullable<number>
  own_ms: Nullable<number>
  result: JsonDefaulted<AnalysisResult | null>
  /** Why it was skipped or failed; a sentence. */
  reason: Nullable<string>
  /** What a reader should know of the result; sentences. */
  note: Nullable<string>
  created_at: InstantDefaultNow
  started_at: InstantOrNull
  finished_at: InstantOrNull
}
