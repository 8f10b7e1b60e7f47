/** What a program for tables would take for a formula. */
const formula = /^[=+\-@\t\r]/

const cell = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of a table (CSV, RFC 4180) in which no text is taken for a formula. */
export const lineOf = (row: readonly string[]): string => `${row.map(cell).join(',')}\r\n`

/** Lines of a table as a file (UTF-8). */
export const tableFile = (lines: readonly string[]): Blob =>
  // With the mark at its begin, programs for tables read it as UTF-8.
  new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' })
