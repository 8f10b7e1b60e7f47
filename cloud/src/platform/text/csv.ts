/** What a cell may hold. Nothing is an empty cell. */
export type CsvCell = string | number | boolean | null | readonly string[]

/**
 * One line of CSV (RFC 4180, lines end in CRLF). Text that a spreadsheet would take for a formula gets an apostrophe
 * in front. A list is one quoted cell, its items joined by commas.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  if (typeof cell !== 'string') return quoted(harmless(cell.join(',')))
  const text = harmless(cell)
  return /[",\r\n]/.test(text) ? quoted(text) : text
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Spreadsheets run what begins like this (security-checklist: Input). */
const harmless = (text: string): string => (/^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text)
