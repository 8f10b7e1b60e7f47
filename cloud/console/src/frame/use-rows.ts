import { type RefObject, useEffect, useState } from 'react'
import { rowAt, topOf } from './row-tops.js'
import { useSteady } from './use-steady.js'

interface Rows {
  readonly count: number
  /** Px: of every row; or where each begins, and after the last one where that ends. */
  readonly height: number | readonly number[]
  readonly scroller: RefObject<HTMLElement | null>
}

/** Rows beyond those in view that are in the page as well. */
const more = 6

/**
 * Which rows of a list are in view.
 * @returns the first row, the one after the last, and a way to bring one into view
 */
export function useRows({ count, height, scroller }: Rows): {
  readonly first: number
  readonly end: number
  readonly bring: (row: number) => void
} {
  const [view, setView] = useState({ top: 0, height: 0 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = (): void => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  const bring = useSteady((row: number) => {
    const element = scroller.current
    if (!element) return
    const [top, bottom] = [topOf(height, row), topOf(height, row + 1)]
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight
  })
  const first = Math.min(count, Math.max(0, rowAt(view.top, count, height) - more))
  return { first, end: Math.min(count, rowAt(view.top + view.height, count, height) + 1 + more), bring }
}
