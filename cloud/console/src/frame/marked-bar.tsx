import type { ReactNode } from 'react'
import { Button } from '../controls/button.js'
import { useText } from '../text/use-text.js'

interface MarkedBarProps {
  /** What is being chosen. */
  readonly label: string
  readonly count: number
  readonly onAll: () => void
  readonly onEnd: () => void
  /** What can be done with it. */
  readonly children: ReactNode
}

/** How many of a list are chosen, and what can be done with them. */
export function MarkedBar({ label, count, onAll, onEnd, children }: MarkedBarProps) {
  const { alerts: text, frame } = useText()
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="flex flex-none flex-wrap items-center gap-2 border-b border-line bg-surface-2 px-5 py-2 max-wide:px-4"
    >
      <span role="status" className="font-strong">
        {text.marked(count)}
      </span>
      <Button small look="bare" onClick={onAll}>
        {text.markAll}
      </Button>
      <div className="flex-1" />
      {children}
      <Button small look="bare" onClick={onEnd}>
        {frame.close}
      </Button>
    </div>
  )
}
