import type { ReactNode } from 'react'
import { Button } from '../../controls/button.js'
import { Dialog } from '../../controls/dialog.js'
import { Note } from '../../controls/note.js'
import { useText } from '../../text/use-text.js'
import { useSettingsText } from './use-settings-text.js'

interface SureProps {
  readonly title: string
  readonly sentence: ReactNode
  /** What the press does, in words. */
  readonly button: string
  readonly isPending: boolean
  /** Why it was refused; null: it was not. */
  readonly problem: string | null
  readonly onSure: () => void
  readonly onClose: () => void
}

/** Asks before something is done that cannot be taken back. */
export function Sure({ title, sentence, button, isPending, problem, onSure, onClose }: SureProps) {
  const text = useSettingsText()
  const { frame } = useText()
  return (
    <Dialog title={title} closeLabel={frame.close} onClose={onClose}>
      <div className="text-ink-2">{sentence}</div>
      {problem !== null && (
        <div role="alert">
          <Note tone="alarm">{problem}</Note>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button look="danger" disabled={isPending} onClick={onSure}>
          {button}
        </Button>
      </div>
    </Dialog>
  )
}
