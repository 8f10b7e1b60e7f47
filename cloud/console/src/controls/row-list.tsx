import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '../frame/keys.js'
import { useRows } from '../frame/use-rows.js'
import { useText } from '../text/use-text.js'

interface RowListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  /** Of every row, px. */
  readonly rowPx: number
  readonly keyOf: (item: Item) => string
  /** What stands in a row; its first link or button is what `J` and `K` lead to. */
  readonly row: (item: Item) => ReactNode
}

/** Rows of one height that scroll; only those in view are in the page: there may be ten thousand. */
export function RowList<Item>({ label, items, rowPx, keyOf, row }: RowListProps<Item>) {
  const { keys } = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const { first, end, bring } = useRows({ count: items.length, height: rowPx, scroller })
  const [wanted, setWanted] = useState<{ readonly row: number } | null>(null)
  useEffect(() => {
    if (wanted) focusable(scroller.current, wanted.row)?.focus()
  }, [wanted])
  const go = (by: number): void => {
    const now = focusedRow(scroller.current)
    const next = Math.max(0, Math.min(items.length - 1, now === null ? 0 : now + by))
    bring(next)
    setWanted({ row: next })
  }
  useKeys({ j: { does: keys.next, act: () => go(1) }, k: { does: keys.before, act: () => go(-1) } })
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-3 pb-4 max-wide:px-1">
      <ul aria-label={label} className="relative" style={{ height: items.length * rowPx }}>
        {items.slice(first, end).map((item, place) => (
          <li
            key={keyOf(item)}
            data-row={first + place}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${(first + place) * rowPx}px)`, height: rowPx }}
          >
            {row(item)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const focusable = (scroller: HTMLElement | null, row: number): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`[data-row="${row}"] :is(a, button)`) ?? null

/** The row that has the focus; null: none. */
function focusedRow(scroller: HTMLElement | null): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row && scroller?.contains(row) ? Number(row.dataset['row']) : null
}
