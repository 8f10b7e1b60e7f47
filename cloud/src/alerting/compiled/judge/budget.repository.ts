import type { Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { JudgeBudgetTable } from '../compiled-rule.table.js'

export type JudgeBudgetRow = Selectable<JudgeBudgetTable>

/** The organisation's budget; made with what is usual if it has none yet. */
export async function readBudget(db: Db, orgId: string): Promise<JudgeBudgetRow> {
  const row = await db.selectFrom('judge_budgets').selectAll().where('org_id', '=', orgId).executeTakeFirst()
  return row ?? (await makeBudget(db, orgId))
}

function makeBudget(db: Db, orgId: string): Promise<JudgeBudgetRow> {
  return db
    .insertInto('judge_budgets')
    .values({ org_id: orgId })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({ daily_limit: sql`judge_budgets.daily_limit` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function saveBudget(
  tx: Tx,
  orgId: string,
  change: Updateable<JudgeBudgetTable>,
): Promise<JudgeBudgetRow> {
  await readBudget(tx, orgId)
  return tx
    .updateTable('judge_budgets')
    .set(change)
    .where('org_id', '=', orgId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Takes one question of the day's budget, in one statement: of many who take at once, on whatever nodes, PostgreSQL
 * lets one after the other read the row. The day never goes back, so that a node whose clock is behind, or a change
 * of the time zone, begins no day anew.
 * @param day `YYYY-MM-DD`
 * @returns the day that it was taken from; null if that is spent
 */
export async function takeQuestion(db: Db, orgId: string, day: string): Promise<string | null> {
  const row = await db
    .insertInto('judge_budgets')
    .values({ org_id: orgId, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .column('org_id')
        .doUpdateSet({
          used: sql`case when judge_budgets.day < excluded.day then 1 else judge_budgets.used + 1 end`,
          day: sql`greatest(judge_budgets.day, excluded.day)`,
        })
        .where(
          sql<boolean>`case when judge_budgets.day < excluded.day then 0 else judge_budgets.used end
            < judge_budgets.daily_limit`,
        ),
    )
    .returning('day')
    .executeTakeFirst()
  return row?.day ?? null
}

/** Gives a question back that was never sent; one of another day stays used. */
export async function giveQuestionBack(db: Db, orgId: string, day: string): Promise<void> {
  await db
    .updateTable('judge_budgets')
    .set({ used: sql<number>`used - 1` })
    .where('org_id', '=', orgId)
    .where('day', '=', day)
    .where('used', '>', 0)
    .execute()
}
