import type { Severity } from '@sightline/protocol'
import type { ActorKind } from '../../platform/caller.js'
import type {
  Defaulted,
  InstantDefaultNow,
  InstantOrNull,
  Json,
  Leased,
  Nullable,
  WorkColumns,
} from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    compiled_rule_versions: CompiledRuleVersionTable
    rule_judgements: RuleJudgementTable
    rule_verdicts: RuleVerdictTable
    judge_budgets: JudgeBudgetTable
  }

  interface WorkerTables {
    rule_judgements: Leased<RuleJudgementTable>
    rule_verdicts: Leased<RuleVerdictTable>
  }
}

/** A rule's predicate as it was at one time. The active one is named by its rule (`alert_rules.compiled_version_id`). */
export interface CompiledRuleVersionTable {
  org_id: string
  id: string
  rule_id: string
  /** 1, 2, … of its rule; a number is given once. */
  number: number
  sentence: Nullable<string>
  predicate: Json<unknown>
  judge_use: 'never' | 'doubtful'
  /** What a doubtful event leads to where the predicate alone decides. */
  in_doubt: Defaulted<'alert' | 'no_alert'>
  severity: Nullable<Severity>
  note: Nullable<string>
  /** What an event must have for the predicate to be met at all; null is no demand. */
  needs_cameras: Nullable<string[]>
  needs_sites: Nullable<string[]>
  needs_categories: Nullable<string[]>
  needs_labels: Nullable<string[]>
  /** The table of labels from which `needs_labels` was made; under another one it demands nothing. */
  labels_known: string
  created_by_kind: ActorKind
  created_by_id: Nullable<string>
  created_by_name: string
  created_at: InstantDefaultNow
  activated_at: InstantOrNull
  deleted_at: InstantOrNull
}

/** An analysed event that waits for its rules: pending until the active versions' predicates have spoken. */
export interface RuleJudgementTable extends WorkColumns<'pending' | 'judged' | 'superseded'> {
  org_id: string
  id: string
  event_id: string
  /** The version of the event's analysis. */
  run: number
  created_at: InstantDefaultNow
}

/** What followed of a verdict. */
type Followed = 'pending' | 'alert' | 'alert_stands' | 'cooldown' | 'held_back' | 'no_alert'

/** What one version of a rule said of one run of an event. A pending one waits for the AI judge. */
export interface RuleVerdictTable extends WorkColumns<'pending' | 'decided'> {
  org_id: string
  id: string
  rule_id: string
  version_id: string
  version_number: number
  event_id: string
  run: number
  camera_id: string
  site_id: string
  outcome: 'match' | 'no_match' | 'doubtful'
  decided_by: 'predicate' | 'judge' | 'budget' | 'unavailable'
  /** Each condition of the predicate with what it found. */
  conditions: Json<unknown>
  reason: string
  confidence: Nullable<number>
  followed: Followed
  /** The knob by which No-Big-Deal held the alert back. */
  held_back_by: Nullable<string>
  alert_id: Nullable<string>
  created_at: InstantDefaultNow
  decided_at: InstantOrNull
}

/** The daily budget of the AI judge, and how much of it the day of `day` has used. */
export interface JudgeBudgetTable {
  org_id: string
  daily_limit: Defaulted<number>
  when_spent: Defaulted<'predicate_decides' | 'no_alert'>
  when_unavailable: Defaulted<'predicate_decides' | 'no_alert'>
  /** `YYYY-MM-DD` in the organisation's zone. */
  day: Defaulted<string>
  used: Defaulted<number>
}
