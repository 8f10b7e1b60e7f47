import { type FormEvent, useState } from 'react'
import { Button } from '../../controls/button.js'
import { Field } from '../../controls/field.js'
import { readTyped, type Typed } from './address-typed.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

interface ElsewhereProps {
  /** Null: this person may not have the gateway look, or it cannot now. */
  readonly onScan: ((targets: readonly string[]) => void) | null
  /** A link, or an address that somebody goes on with by hand. */
  readonly onByHand: (typed: Typed) => void
  readonly isBusy: boolean
}

/** For cameras that are not in the list: another address or network, or a link. */
export function Elsewhere({ onScan, onByHand, isBusy }: ElsewhereProps) {
  const text = useAddCamerasText()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const byHand = (read: Typed) => {
    // A password may stand in it.
    setTyped('')
    onByHand(read)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readTyped(typed)
    setWrong(read.kind === 'none')
    if (read.kind === 'link') byHand(read)
    if (read.kind !== 'place') return
    if (onScan) onScan([read.target])
    else if (!read.isNetwork) byHand(read)
  }
  return (
    <section className="flex flex-col gap-[10px] rounded-3 border border-line bg-surface px-4 py-[14px]">
      <h2 className="text-lg font-title">{text.elsewhere}</h2>
      <form
        noValidate
        onSubmit={submit}
        className="flex items-end gap-2 max-wide:flex-col max-wide:items-stretch"
      >
        <Field
          label={text.address}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(false)
          }}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={2048}
          problem={isWrong ? text.addressWrong : undefined}
          className="min-w-0 flex-1 max-wide:[&_input]:h-[48px]"
        />
        <Button type="submit" aria-disabled={isBusy} className={isWrong ? 'mb-[22px]' : ''}>
          {text.lookThere}
        </Button>
      </form>
      <p className="text-xs text-ink-3">{text.elsewhereWhy}</p>
      <Button look="bare" className="self-start" onClick={() => byHand(readTyped(typed))}>
        {text.byHand}
      </Button>
    </section>
  )
}
