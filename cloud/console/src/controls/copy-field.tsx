import { useId, useRef, useState } from 'react'
import { Button } from './button.js'
import { copyText } from './copy-text.js'

interface CopyFieldProps {
  readonly label: string
  /** What is copied: shown whole, and not to be typed in. */
  readonly value: string
  readonly words: {
    readonly copy: string
    readonly copied: string
    /** Where the browser does not copy by itself. */
    readonly byHand: string
  }
  /** It was copied, by the button or by hand. */
  readonly onCopied?: () => void
}

/** Something to take along: a key, a link. A press copies it; without a clipboard it is chosen for copying by hand. */
export function CopyField({ label, value, words, onCopied }: CopyFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const copy = async () => {
    field.current?.select()
    const isCopied = await copyText(value)
    setSaid(isCopied ? words.copied : words.byHand)
    if (isCopied) onCopied?.()
  }
  return (
    <div className="flex flex-col gap-[6px]">
      <label htmlFor={id} className="font-strong text-ink-2">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          spellCheck={false}
          onFocus={({ target }) => target.select()}
          onCopy={onCopied}
          className="h-control min-w-0 flex-1 rounded-2 border border-control-line bg-bg px-[11px] font-mono text-sm text-ink"
        />
        <Button icon="copy" onClick={() => void copy()}>
          {words.copy}
        </Button>
      </div>
      <p role="status" className="min-h-4 text-xs text-ink-3">
        {said}
      </p>
    </div>
  )
}
