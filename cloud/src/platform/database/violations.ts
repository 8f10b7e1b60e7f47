/** PostgreSQL's code for a row that is there already. */
const uniqueViolation = '23505'
/** PostgreSQL's code for a row that others refer to, or that refers to one that is not there. */
const foreignKeyViolation = '23503'

/** True for an error by which PostgreSQL refuses a second row under a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, uniqueViolation)
}

/** True for an error by which PostgreSQL refuses to leave a reference without its row. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, foreignKeyViolation)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
