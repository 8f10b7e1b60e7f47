import { useBlocker } from '@tanstack/react-router'
import { Button } from '../controls/button.js'
import { Dialog } from '../controls/dialog.js'
import { useText } from '../text/use-text.js'

/** Asks once before somebody leaves the page with what they typed and did not save; also before the tab is closed. */
export function Unsaved({ isUnsaved }: { isUnsaved: boolean }) {
  const { unsaved, close } = useText().frame
  const blocker = useBlocker({
    // What the address says of the same page is no leaving.
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog title={unsaved.title} closeLabel={close} onClose={blocker.reset}>
      <p className="text-ink-2">{unsaved.sentence}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={blocker.proceed}>{unsaved.leave}</Button>
        <Button look="main" onClick={blocker.reset}>
          {unsaved.stay}
        </Button>
      </div>
    </Dialog>
  )
}
