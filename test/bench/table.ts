import type { Finding } from './bench-row.js'
import { type Summary, spreadOf } from './measure/statistics.js'

/** A line of the table: what was found, or why nothing was. */
export type TableLine = { readonly row: number } & (
  | { readonly finding: Finding }
  | { readonly metric: string; readonly problem: string }
)

const heads = ['#', 'metric', 'product', 'reference', 'ratio', 'goal', 'holds'] as const

/** The table as text, each column as wide as its widest cell. */
export function tableOf(lines: readonly TableLine[]): string {
  const rows = [[...heads], ...lines.map(cellsOf)]
  const widths = heads.map((_, column) =>
    Math.max(
      ...rows
        .filter((row) => row.length > column + 1 || row.length === heads.length)
        .map((row) => (row[column] ?? '').length),
    ),
  )
  const text = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = rows
  return [text(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(text)].join('\n')
}

function cellsOf(line: TableLine): string[] {
  if (!('finding' in line)) return [String(line.row), line.metric, line.problem]
  const { metric, product, reference, ratio, goal, holds } = line.finding
  return [String(line.row), metric, product, reference, ratio, goal, holds ? 'yes' : 'NO']
}

/** `1.23 ms ±10 %`: the median, and half of the distance between the least and the most. */
export function withSpread(summary: Summary, unit: string): string {
  return `${figure(summary.median)} ${unit} ±${Math.round(spreadOf(summary) * 50)} %`
}

/** Three digits that mean something. */
export function figure(value: number): string {
  if (value === 0) return '0'
  const digits = Math.min(4, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
