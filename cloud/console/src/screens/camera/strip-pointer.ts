import { useEffect, useRef } from 'react'

/** What a pointer does over the strip. Places are px from its left and top. */
export interface StripDeeds {
  /** Null: it left. */
  readonly hover: (place: { x: number; y: number } | null) => void
  readonly drag: (x: number) => void
  readonly press: (place: { x: number; y: number }) => void
  /** Closer or wider around a place: Ctrl and wheel, or two fingers. */
  readonly zoom: (closer: boolean, x: number) => void
  readonly pan: (px: number) => void
}

/** Wheels tell of much less than this at a time. */
const zoomPx = 80
/** Two fingers so much farther apart, or closer, are one step. */
const pinch = 1.4

/** Hears the pointers over an element, as long as it is in the page. */
export function useStripPointer(element: HTMLElement | null, deeds: StripDeeds): void {
  const newest = useRef(deeds)
  useEffect(() => {
    newest.current = deeds
  })
  useEffect(() => {
    if (!element) return
    const stop = new AbortController()
    listen(element, () => newest.current, stop.signal)
    return () => stop.abort()
  }, [element])
}

function listen(element: HTMLElement, deeds: () => StripDeeds, signal: AbortSignal): void {
  const fingers = new Map<number, number>()
  let apart = 0
  let wheeled = 0
  let isPinched = false
  const placeOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const distance = (): number => {
    const [one = 0, other = 0] = fingers.values()
    return Math.abs(one - other)
  }
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, event.clientX)
    isPinched = fingers.size > 1
    apart = distance()
    deeds().hover(placeOf(event))
  }
  const move = (event: PointerEvent): void => {
    const place = placeOf(event)
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event.clientX)
    if (fingers.size === 2) {
      const ratio = distance() / Math.max(1, apart)
      if (ratio < pinch && ratio > 1 / pinch) return
      apart = distance()
      deeds().zoom(ratio > 1, place.x)
      return
    }
    deeds().hover(place)
    if (fingers.has(event.pointerId)) deeds().drag(place.x)
  }
  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return
    if (!isPinched) deeds().press(placeOf(event))
    if (fingers.size === 0) isPinched = false
    if (event.pointerType !== 'mouse') deeds().hover(null)
  }
  const wheel = (event: WheelEvent): void => {
    if (event.ctrlKey) {
      event.preventDefault()
      wheeled += event.deltaY
      if (Math.abs(wheeled) < zoomPx) return
      deeds().zoom(wheeled < 0, placeOf(event).x)
      wheeled = 0
    } else if (event.deltaX !== 0 || event.shiftKey) {
      event.preventDefault()
      deeds().pan(event.deltaX === 0 ? event.deltaY : event.deltaX)
    }
  }
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', (event) => fingers.delete(event.pointerId), { signal })
  element.addEventListener('pointerleave', () => fingers.size === 0 && deeds().hover(null), { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
}
