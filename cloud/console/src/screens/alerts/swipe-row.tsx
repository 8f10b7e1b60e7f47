import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../icons/icon.js'
import { useText } from '../../text/use-text.js'
import { isSideways, type Swipe, swipeOf } from './swipe.js'

interface SwipeRowProps {
  /** Null: it cannot be swiped. */
  readonly onSwipe: ((swipe: Swipe) => void) | null
  readonly children: ReactNode
}

/** A row that a finger can push aside. Each push has a button elsewhere, and a way back. */
export function SwipeRow({ onSwipe, children }: SwipeRowProps) {
  const text = useText().alerts
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const [x, setX] = useState(0)
  const wasMoved = useRef(false)
  if (!onSwipe) return children
  const wayOf = ({ clientX, clientY }: PointerEvent) =>
    from.current && { x: clientX - from.current.x, y: clientY - from.current.y }
  const rest = () => {
    from.current = null
    setX(0)
  }
  return (
    <div className="relative touch-pan-y overflow-hidden rounded-3">
      {x !== 0 && (
        <div
          aria-hidden="true"
          className={`absolute inset-0 flex items-center gap-2 px-4 font-strong ${x > 0 ? 'bg-accent-soft text-accent' : 'justify-end bg-surface-3 text-ink'}`}
        >
          <Icon name="check" />
          {x > 0 ? text.take : text.resolve}
        </div>
      )}
      <div
        className="relative bg-bg"
        style={x === 0 ? undefined : { transform: `translateX(${x}px)` }}
        onPointerDown={(event) => {
          wasMoved.current = false
          if (event.pointerType === 'touch') from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={(event) => {
          const way = wayOf(event)
          if (!way || (x === 0 && !isSideways(way))) return
          wasMoved.current = true
          setX(way.x)
        }}
        onPointerUp={(event) => {
          const way = wayOf(event)
          const swipe = way && swipeOf(way)
          rest()
          if (swipe) onSwipe(swipe)
        }}
        onPointerCancel={rest}
        onClickCapture={(event) => {
          // A push is no press.
          if (!wasMoved.current) return
          wasMoved.current = false
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {children}
      </div>
    </div>
  )
}
