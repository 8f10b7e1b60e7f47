import { useEffect, useRef } from 'react'

interface Following {
  readonly isOn: boolean
  /** The camera of the newest alert that nobody took; null: none. */
  readonly cameraId: string | null
  readonly onLarge: (cameraId: string) => void
}

/** Gives the large place to the camera of an alert as it comes. One that was there before is left where it is. */
export function useFollowing({ isOn, cameraId, onLarge }: Following): void {
  const before = useRef(cameraId)
  const go = useRef(onLarge)
  useEffect(() => {
    go.current = onLarge
  })
  useEffect(() => {
    const isNew = cameraId !== before.current
    if (!isOn) return
    before.current = cameraId
    if (isNew && cameraId !== null) go.current(cameraId)
  }, [isOn, cameraId])
}
