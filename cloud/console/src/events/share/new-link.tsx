import { useEffect, useRef, useState } from 'react'
import { Button } from '../../controls/button.js'
import { copyText } from '../../controls/copy-text.js'
import { useHoldOpen } from '../../controls/hold-open.js'
import { useShareText } from './use-share-text.js'

/** A link that was just made: to be copied, for it is not shown again. */
export function NewLink({ link, onAnother }: { link: string; onAnother: () => void }) {
  const text = useShareText()
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const [isCopied, setCopied] = useState(false)
  useHoldOpen(isCopied ? null : text.copyFirst, text.leave)
  useEffect(() => field.current?.select(), [])
  const copy = async () => {
    field.current?.select()
    const didCopy = await copyText(link)
    setSaid(didCopy ? text.copied : text.copyByHand)
    if (didCopy) setCopied(true)
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="font-strong text-ink-2">{text.made}</p>
      <div className="flex gap-2">
        <input
          ref={field}
          readOnly
          value={link}
          aria-label={text.made}
          onCopy={() => setCopied(true)}
          onFocus={({ target }) => target.select()}
          className="h-control min-w-0 flex-1 rounded-2 border border-control-line bg-bg px-[11px] text-md text-ink max-wide:h-[44px]"
        />
        <Button look="main" icon="copy" onClick={() => void copy()} className="max-wide:h-[44px]">
          {text.copy}
        </Button>
      </div>
      <p role="status" className="min-h-5 text-xs text-ink-3">
        {said}
      </p>
      <Button look="bare" onClick={onAnother} className="self-start">
        {text.another}
      </Button>
    </div>
  )
}
