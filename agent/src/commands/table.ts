/** The width that terminals have at least; what people read keeps within it. */
export const pageWidth = 100

/**
 * Rows in columns that line up, under their headings.
 * @param most the widest that each column may be; what is longer is cut and ends in an ellipsis
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  most: readonly number[] = [],
): string {
  const cut = [headings, ...rows].map((row) => row.map((cell, column) => shortened(cell, most[column])))
  const widths = headings.map((_, column) => Math.max(...cut.map((row) => (row[column] ?? '').length)))
  return cut
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function shortened(text: string, most: number | undefined): string {
  return most === undefined || text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

/**
 * A text in lines of at most `width` characters; all but the first begin with `indent`. Words stay whole, and the blanks
 * before the first one.
 */
export function wrapped(text: string, indent = '', width = pageWidth): string {
  const [lead = ''] = /^ */.exec(text) ?? []
  const [first = '', ...words] = text.slice(lead.length).split(' ')
  const lines: string[] = []
  let line = `${lead}${first}`
  for (const word of words) {
    if (`${line} ${word}`.length <= width) line += ` ${word}`
    else {
      lines.push(line.trimEnd())
      line = `${indent}${word}`
    }
  }
  return [...lines, line].join('\n')
}
