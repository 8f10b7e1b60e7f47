/** The widest that lines for people are, in characters. */
export const pageWidth = 100

/**
 * Rows in columns that line up, under their headings.
 * @param most the widest that each column may be; what is longer loses its middle
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

/** Loses its middle: names of one series differ in the end, and so do the addresses in them. */
function shortened(text: string, most: number | undefined): string {
  if (most === undefined || text.length <= most) return text
  const end = Math.floor((most - 1) / 2)
  return `${text.slice(0, most - 1 - end)}…${text.slice(text.length - end)}`
}

/**
 * A table where it has room; on a narrower page a paragraph for each row, as lines that a terminal breaks anywhere
 * line up with nothing.
 * @param width characters that a line may have
 */
export function tableWithin(
  width: number,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  most: readonly number[] = [],
): string {
  const whole = table(headings, rows, most)
  if (whole.split('\n').every((line) => line.length <= width)) return whole
  const paragraphs = rows.map(([first = '', ...cells]) => {
    const named = cells.flatMap((cell, index) => (cell === '' ? [] : [`${headings[index + 1]} ${cell}`]))
    return wrapped(`${first}: ${named.join('; ')}`, '  ', width)
  })
  return paragraphs.join('\n')
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
