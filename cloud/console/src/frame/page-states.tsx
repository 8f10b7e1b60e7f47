import type { ReactNode } from 'react'
import { Button } from '../controls/button.js'
import { useText } from '../text/use-text.js'

/** A sentence in the middle of a page, with the one thing that can be done. */
export function Centred({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className="grid flex-1 place-items-center p-6">
      <div className="flex max-w-[46ch] flex-col items-center gap-4 text-center">
        <p className="text-md text-ink-2">{sentence}</p>
        {children}
      </div>
    </div>
  )
}

/** For an address where nothing is, or nothing that this person may see: which of both is not said. */
export function Nothing() {
  const text = useText().frame
  return (
    <Centred sentence={text.nothingHere}>
      <a href="/live" className="text-accent underline-offset-2 hover:underline">
        {text.toLive}
      </a>
    </Centred>
  )
}

/** For a page that broke, or whose file did not come. */
export function Failed({ again }: { again: () => void }) {
  const text = useText().frame
  return (
    <Centred sentence={text.failed}>
      <Button onClick={again}>{text.tryAgain}</Button>
    </Centred>
  )
}

/** Frame and quiet until a page is there: it shows after 200 ms, so that a quick one does not flicker. */
export function Loading() {
  const text = useText().frame
  return (
    <div role="status" aria-label={text.loading} className="flex flex-1 flex-col gap-3 p-5 appear-late">
      <div className="h-7 w-[180px] rounded-2 bg-surface-3" />
      <div className="h-[40%] rounded-3 bg-surface-2" />
      <div className="h-4 w-[60%] rounded-1 bg-surface-2" />
    </div>
  )
}
