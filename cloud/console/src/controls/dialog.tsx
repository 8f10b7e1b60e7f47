import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from './button.js'
import { type Held, HoldOpen } from './hold-open.js'

interface DialogProps {
  readonly title: string
  /** Names the button that closes it. */
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Something to be done before one goes on, over the page. The focus stays in it, Escape and a press beside it close it unless
 * something in it holds it open, and the focus goes back to where it was. On phones it stands at the foot in the whole width.
 */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [held, hold] = useState<Held | null>(null)
  const [isAsked, setAsked] = useState(false)
  const close = (): void => {
    if (held === null) onClose()
    else setAsked(true)
  }
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      // biome-ignore lint/a11y/noRedundantRoles: keys of the page look for it
      role="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // A second Escape closes it whatever is said to the first one: who keeps it open has it open again.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget) return
        currentTarget.showModal()
        close()
      }}
      // Its own ground is pressed where no part of it is: beside it.
      onPointerDown={({ target, currentTarget }) => target === currentTarget && close()}
      className="m-auto max-h-[min(720px,92dvh)] w-[min(520px,100vw)] overflow-y-auto rounded-4 bg-surface p-0 text-ink shadow-3 backdrop:bg-backdrop max-wide:mb-0 max-wide:max-w-none max-wide:rounded-b-none"
    >
      <div className="flex flex-col gap-4 p-5 max-wide:p-4">
        <header className="flex items-center gap-2">
          <h2 id={id} className="min-w-0 flex-1 text-lg font-title">
            {title}
          </h2>
          <IconButton icon="close" label={closeLabel} onClick={close} />
        </header>
        <HoldOpen value={hold}>{children}</HoldOpen>
        <div role="status" className="flex flex-wrap items-center gap-3 text-alarm empty:hidden">
          {isAsked && held?.why}
          {isAsked && held && held.leave !== null && (
            <Button small onClick={onClose}>
              {held.leave}
            </Button>
          )}
        </div>
      </div>
    </dialog>
  )
}
