/** PostgreSQL counts the parameters of a statement in 16 bits, and no row that is stored here has more than sixty. */
const atOnce = 1_000

/**
 * Stores any number of rows: a statement for each thousand, one after the other and in their order. More parameters than
 * PostgreSQL counts would be refused as if the connection were broken.
 * @param statement gets at least one row
 * @returns what the statements returned, in the same order
 */
export async function inBatches<Row, Result>(
  rows: readonly Row[],
  statement: (batch: Row[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < rows.length; start += atOnce) {
    for (const result of await statement(rows.slice(start, start + atOnce))) results.push(result)
  }
  return results
}
