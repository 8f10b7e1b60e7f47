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
  const fit = headings.map((_, column) => shortening(rows, column, most[column]))
  const cut = [headings, ...rows].map((row) => row.map((cell, column) => fit[column]?.(cell) ?? cell))
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

/**
 * How the cells of a column are made to fit: they lose their middle, as names of one series differ in the end, and so do the
 * addresses in them. Where that would make two of them alike, as channels of one device, they lose another part.
 */
function shortening(
  rows: readonly (readonly string[])[],
  column: number,
  most = Number.POSITIVE_INFINITY,
): (text: string) => string {
  const cells = [...new Set(rows.map((row) => row[column] ?? ''))]
  const middle = Math.floor((most - 1) / 2)
  const ways = Number.isFinite(most) ? Array.from({ length: most }, (_, end) => end) : []
  const nearest = ways.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
  const end = nearest.find(
    (kept) => new Set(cells.map((cell) => shortened(cell, most, kept))).size === cells.length,
  )
  return (text) => shortened(text, most, end ?? middle)
}

/** @param end how many of its last characters it keeps */
function shortened(text: string, most: number, end: number): string {
  if (text.length <= most) return text
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
