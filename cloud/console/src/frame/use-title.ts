import { useEffect } from 'react'

let title = 'Sightline'
let waiting = 0

const show = (): void => {
  document.title = waiting === 0 ? title : `(${waiting}) ${title}`
}

/** Names the tab while a page is shown. */
export function useTitle(page: string): void {
  useEffect(() => {
    title = page === '' ? 'Sightline' : `${page} · Sightline`
    show()
  }, [page])
}

/** Puts the number of what waits before the name of the tab, whatever page is shown: `(3) Alerts`. */
export function useWaitingInTitle(count: number): void {
  useEffect(() => {
    waiting = count
    show()
    return () => {
      waiting = 0
      show()
    }
  }, [count])
}
