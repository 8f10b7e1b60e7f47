import { useState } from 'react'
import { Button } from '../../../controls/button.js'
import { CopyField } from '../../../controls/copy-field.js'
import { Dialog } from '../../../controls/dialog.js'
import { Check } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { useText } from '../../../text/use-text.js'
import { useSettingsText } from '../use-settings-text.js'
import type { MadeKey } from './keys-page.js'
import { useProgramKeysText } from './use-program-keys-text.js'

/** A key at the one time at which it is shown: it stays open until it was copied, or somebody says that they have kept it. */
export function ShownKeyDialog({ made: { name, key }, onDone }: { made: MadeKey; onDone: () => void }) {
  const text = useProgramKeysText()
  const settings = useSettingsText()
  const { frame } = useText()
  const [isKept, setKept] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const close = (): void => (isKept ? onDone() : setAsked(true))
  return (
    <Dialog title={text.keyTitle(name)} closeLabel={frame.close} onClose={close}>
      <Note tone="warn">{text.keyOnce}</Note>
      <CopyField label={text.keyLabel} value={key} words={settings.copy} onCopied={() => setKept(true)} />
      <div className="flex flex-col gap-1 text-xs text-ink-3">
        <p>{text.keyHow}</p>
        <code className="overflow-x-auto rounded-2 bg-surface-2 px-3 py-2 font-mono text-ink-2">
          Authorization: Bearer {key.slice(0, 7)}…
        </code>
      </div>
      <Check label={text.kept} checked={isKept} onChange={({ target }) => setKept(target.checked)} />
      <div role="status" className="text-xs text-alarm empty:hidden">
        {isAsked && !isKept && text.keptFirst}
      </div>
      <div className="flex justify-end">
        <Button look="main" aria-disabled={!isKept} onClick={close}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  )
}
