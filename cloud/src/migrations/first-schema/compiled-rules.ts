import type { Kysely } from 'kysely'
import { openToWorkers, protectTenantTable, run, workColumns } from '../tenant-table.js'

/**
 * Rules in plain words: their versions, the events that wait to be judged by them, each verdict, and the daily budget
 * of the AI judge.
 */
export async function createCompiledRules(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table compiled_rule_versions (
      org_id uuid not null,
      id uuid not null,
      rule_id uuid not null,
      number integer not null check (number > 0),
      sentence text,
      predicate jsonb not null,
      judge_use text not null check (judge_use in ('never', 'doubtful')),
      -- What a doubtful event leads to where the predicate alone decides.
      in_doubt text not null default 'alert' check (in_doubt in ('alert', 'no_alert')),
      severity text check (severity in ('info', 'low', 'medium', 'high', 'critical')),
      note text,
      -- What an event must have for the predicate to be met at all; null is no demand.
      needs_cameras uuid[],
      needs_sites uuid[],
      needs_categories text[],
      needs_labels text[],
      -- The table of labels from which needs_labels was made; under another one it demands nothing.
      labels_known text not null,
      created_by_kind text not null,
      created_by_id uuid,
      created_by_name text not null,
      created_at timestamptz(3) not null default now(),
      activated_at timestamptz(3),
      -- Deleted versions stay for the verdicts that they gave.
      deleted_at timestamptz,
      primary key (org_id, id),
      unique (org_id, rule_id, number),
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade
    );
    alter table alert_rules add foreign key (org_id, compiled_version_id)
      references compiled_rule_versions (org_id, id) on delete set null (compiled_version_id);

    create table rule_judgements (
      org_id uuid not null,
      id uuid not null,
      event_id uuid not null,
      -- The version of the event's analysis that is judged.
      run integer not null check (run >= 0),
      ${workColumns},
      created_at timestamptz(3) not null default now(),
      primary key (org_id, id),
      unique (org_id, event_id, run),
      foreign key (org_id, event_id) references events (org_id, id) on delete cascade,
      check (status in ('pending', 'judged', 'superseded'))
    );
    create index rule_judgements_waiting on rule_judgements (org_id, next_at) where status = 'pending';

    -- A pending verdict waits for the AI judge.
    create table rule_verdicts (
      org_id uuid not null,
      id uuid not null,
      rule_id uuid not null,
      version_id uuid not null,
      version_number integer not null,
      event_id uuid not null,
      run integer not null,
      -- The event's, for who sees only some sites.
      camera_id uuid not null,
      site_id uuid not null,
      ${workColumns},
      outcome text not null check (outcome in ('match', 'no_match', 'doubtful')),
      decided_by text not null check (decided_by in ('predicate', 'judge', 'budget', 'unavailable')),
      conditions jsonb not null,
      reason text not null,
      confidence double precision,
      followed text not null
        check (followed in ('pending', 'alert', 'alert_stands', 'cooldown', 'held_back', 'no_alert')),
      held_back_by text,
      alert_id uuid,
      created_at timestamptz(3) not null default now(),
      decided_at timestamptz(3),
      primary key (org_id, id),
      unique (org_id, event_id, version_id, run),
      foreign key (org_id, event_id) references events (org_id, id) on delete cascade,
      foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade,
      foreign key (org_id, version_id) references compiled_rule_versions (org_id, id) on delete cascade,
      foreign key (org_id, alert_id) references alerts (org_id, id) on delete set null (alert_id),
      check (status in ('pending', 'decided'))
    );
    create index rule_verdicts_waiting on rule_verdicts (org_id, next_at) where status = 'pending';
    create index rule_verdicts_of_rule on rule_verdicts (org_id, rule_id, created_at desc, id desc);
    create index rule_verdicts_of_version on rule_verdicts (org_id, version_id);
    create index rule_verdicts_of_alert on rule_verdicts (org_id, alert_id) where alert_id is not null;

    create table judge_budgets (
      org_id uuid primary key references organisations (id),
      daily_limit integer not null default 200 check (daily_limit between 0 and 100000),
      when_spent text not null default 'predicate_decides'
        check (when_spent in ('predicate_decides', 'no_alert')),
      when_unavailable text not null default 'predicate_decides'
        check (when_unavailable in ('predicate_decides', 'no_alert')),
      -- The day of which used speaks, in the organisation's zone. It never goes back.
      day text not null default '1970-01-01',
      used integer not null default 0 check (used >= 0)
    );`,
  )
  for (const table of ['compiled_rule_versions', 'rule_judgements', 'rule_verdicts', 'judge_budgets']) {
    await protectTenantTable(db, table)
  }
  await openToWorkers(db, 'rule_judgements')
  await openToWorkers(db, 'rule_verdicts')
}
