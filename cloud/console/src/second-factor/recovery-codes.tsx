import { useRef, useState } from 'react'
import { Button } from '../controls/button.js'
import { copyText } from '../controls/copy-text.js'
import { useHoldOpen } from '../controls/hold-open.js'
import { useSecondFactorText } from './use-second-factor-text.js'

/** Recovery codes that were just made: to be kept, for they are not shown again. Until then a dialog around stays. */
export function RecoveryCodes({
  codes,
  email,
  onDone,
}: {
  codes: readonly string[]
  email: string
  onDone: () => void
}) {
  const text = useSecondFactorText()
  const field = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState('')
  const [isKept, setKept] = useState(false)
  useHoldOpen(isKept ? null : text.keepFirst)
  const copy = async () => {
    field.current?.select()
    const isCopied = await copyText(codes.join('\n'))
    setSaid(isCopied ? text.copied : text.copyByHand)
    if (isCopied) setKept(true)
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{text.codesWhy}</p>
      <textarea
        ref={field}
        readOnly
        onCopy={() => setKept(true)}
        rows={codes.length}
        value={codes.join('\n')}
        aria-label={text.codesTitle}
        className="w-full resize-none rounded-2 border border-control-line bg-bg px-[11px] py-2 font-mono text-md text-ink"
      />
      <div className="flex flex-wrap gap-2">
        <Button icon="copy" onClick={() => void copy()}>
          {text.copy}
        </Button>
        <Button
          icon="download"
          onClick={() => {
            save(`${text.fileHead(email)}\n\n${codes.join('\n')}\n`)
            setKept(true)
          }}
        >
          {text.save}
        </Button>
        <Button look="main" onClick={onDone}>
          {text.done}
        </Button>
      </div>
      <p role="status" className="min-h-5 text-xs text-ink-3">
        {said}
      </p>
    </div>
  )
}

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'sightline-recovery-codes.txt'
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address))
}
