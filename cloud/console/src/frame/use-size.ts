import { useEffect, useState } from 'react'

/** The size of an element, px, as it is now. @returns the ref to set, and the size; zero before it is known */
export function useSize(): readonly [
  (element: HTMLElement | null) => void,
  { width: number; height: number },
] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, size]
}
