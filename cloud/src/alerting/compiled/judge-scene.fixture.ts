import type { CompiledVersionCreate, Predicate, Severity } from '@sightline/protocol'
import { CompiledVersionCreate as VersionBody } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import type { TestDatabase } from '#testing/test-database.js'
import type { Platform } from '../../platform/platform.js'
import { claimFairly } from '../../platform/work/fair-claim.repository.js'
import { evaluateEvent } from './verdicts/evaluate-event.js'
import { queueJudgement } from './verdicts/queue-judgement.service.js'
import { activateVersion, createVersion } from './versions/compiled-version.service.js'

export type Where = Predicate['where']

/** An event as an analysis found it. */
export interface FoundEvent {
  readonly objects?: readonly { label: string; confidence: number; count?: number }[]
  readonly severity?: Severity
  readonly confidence?: number
  readonly summary?: string | null
  readonly tags?: readonly string[]
  readonly at?: Date
  readonly notes?: string
  /** False: the event was not analysed. */
  readonly analysed?: boolean
  readonly category?: string
  readonly cameraId?: string
}

/** What the API shows of a verdict, from its row. */
export interface SeenVerdict {
  readonly outcome: string
  readonly decided_by: string
  readonly followed: string
  readonly status: string
  readonly reason: string
  readonly confidence: number | null
  readonly held_back_by: string | null
  readonly alert_id: string | null
  readonly run: number
}

/** An organisation with rules in words, whose events are judged when a test says so. */
export class JudgeScene {
  readonly org: SeededOrg
  readonly #db: TestDatabase
  readonly #platform: Platform

  private constructor(db: TestDatabase, platform: Platform, org: SeededOrg) {
    this.#db = db
    this.#platform = platform
    this.org = org
  }

  static async set(db: TestDatabase, platform: Platform): Promise<JudgeScene> {
    return new JudgeScene(db, platform, await seedOrg(db))
  }

  /** A rule with an active version. @returns its id */
  async addRule(
    where: Where,
    version: Partial<z.input<typeof CompiledVersionCreate>> = {},
    rule: Record<string, unknown> = {},
  ): Promise<string> {
    const ruleId = await this.addPlainRule(rule)
    await this.addVersion(ruleId, where, version)
    return ruleId
  }

  /** A rule that fires at once. @returns its id */
  async addPlainRule(rule: Record<string, unknown> = {}): Promise<string> {
    const ruleId = uuidv7()
    const fields = {
      org_id: this.org.orgId,
      id: ruleId,
      name: 'Gate',
      rule_kind: 'camera_event',
      cooldown_sec: 60,
      created_by_kind: 'user',
      created_by_name: 'Olive',
      ...rule,
    }
    const columns = Object.keys(fields)
    await this.#db.query(
      `insert into alert_rules (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(fields),
    )
    return ruleId
  }

  /** Adds a version to a rule and activates it. */
  async addVersion(
    ruleId: string,
    where: Where,
    version: Partial<z.input<typeof CompiledVersionCreate>> = {},
  ): Promise<string> {
    const { owner } = this.org
    const body: CompiledVersionCreate = VersionBody.parse({ predicate: { version: 1, where }, ...version })
    const { id } = await createVersion(this.#platform, owner, ruleId, body)
    await activateVersion(this.#platform, owner, ruleId, id)
    return id
  }

  /** An event that waits to be judged. @returns its id */
  async addEvent(found: FoundEvent = {}): Promise<string> {
    const { orgId, siteId, cameraId } = this.org
    const id = uuidv7()
    const summary = found.summary === undefined ? 'Somebody at the gate.' : found.summary
    await this.#db.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, trigger_topic, triggered_at,
         summary, notes, tags, duration_sec)
       values ($1, $2, $3, $4, $5, 'onvif', 'motion', $6, $7, $8, $9, 14)`,
      [
        orgId,
        id,
        found.cameraId ?? cameraId,
        siteId,
        found.category ?? 'motion',
        found.at ?? new Date(),
        summary,
        found.notes ?? null,
        found.tags ?? [],
      ],
    )
    await this.analyse(id, 1, found)
    return id
  }

  /** What a run of the analysis leaves behind, and lets the event be judged. */
  async analyse(eventId: string, run: number, found: FoundEvent): Promise<void> {
    const { orgId } = this.org
    if (found.analysed !== false) {
      const result = {
        summary: 'Somebody at the gate.',
        narrative: '',
        tags: [],
        objects: (found.objects ?? []).map((one) => ({ count: 1, ...one })),
        severity: found.severity ?? 'low',
        confidence: found.confidence ?? 0.9,
      }
      await this.#db.query(
        `insert into event_analyses (org_id, id, event_id, version, cause, actor_kind, actor_name, mode, pass_mode,
           status, result)
         values ($1, gen_random_uuid(), $2, $3, 'clip_stored', 'system', 'Sightline', 'multi_frame', 'one_pass',
           'completed', $4)`,
        [orgId, eventId, run, JSON.stringify(result)],
      )
    }
    await this.#platform.database.inOrg(orgId, (tx) => queueJudgement(tx, orgId, eventId, run))
  }

  /** Judges what waits, as `platform` does. */
  async judge(platform: Platform = this.#platform): Promise<void> {
    const claim = { table: 'rule_judgements', workerId: platform.nodeId, leaseMs: 60_000 } as const
    for (;;) {
      const rows = await claimFairly(platform.database.worker, {
        ...claim,
        limit: 10,
        perOrg: 10,
        taken: new Map(),
      })
      if (rows.length === 0) return
      for (const row of rows) await evaluateEvent(platform, row)
    }
  }

  /** The verdicts of a rule, oldest first. */
  verdicts(ruleId: string): Promise<SeenVerdict[]> {
    return this.#db.query<SeenVerdict>(
      `select outcome, decided_by, followed, status, reason, confidence, held_back_by, alert_id, run
       from rule_verdicts where org_id = $1 and rule_id = $2 order by created_at, id`,
      [this.org.orgId, ruleId],
    )
  }

  alerts(ruleId: string) {
    return this.#db.query<{ id: string; severity: string; description: string; confidence: number | null }>(
      `select id, severity, description, confidence from alerts where org_id = $1 and rule_id = $2 order by triggered_at`,
      [this.org.orgId, ruleId],
    )
  }
}

export const seesPerson: Where = { op: 'object', label: 'person', min_confidence: 0.6 }
export const sure = { objects: [{ label: 'person', confidence: 0.91 }] } satisfies FoundEvent
/** A little under what `seesPerson` asks for. */
export const unsure = { objects: [{ label: 'person', confidence: 0.55 }] } satisfies FoundEvent
