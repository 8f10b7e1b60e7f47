import type { KyselyPlugin } from 'kysely'
import type { Database } from '#cloud/platform/database/database.js'

/** A database that counts what it is asked. */
export interface CountedDatabase {
  readonly database: Database
  /** Statements outside transactions, each a round trip, while some work goes on. */
  during(work: () => Promise<unknown>): Promise<number>
}

export function countStatements(database: Database): CountedDatabase {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = (one: Database): Database => ({
    ...one,
    forOrg: (orgId) => one.forOrg(orgId).withPlugin(counter),
    serving: (purpose) => counted(one.serving(purpose)),
  })
  return {
    database: counted(database),
    async during(work) {
      const before = count
      await work()
      return count - before
    },
  }
}
