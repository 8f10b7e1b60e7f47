import { type Ref, useId, useState } from 'react'
import { IconButton } from '../../controls/button.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

interface SecretFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (typed: string) => void
  readonly problem?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

/** A password of a camera: it can be shown while it is typed, and browsers are asked not to keep it as one of this page. */
export function SecretField({ label, value, onValue, problem, ref }: SecretFieldProps) {
  const text = useAddCamerasText()
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex min-w-0 flex-col gap-[6px]">
      <label htmlFor={id} className="font-strong text-ink-2">
        {label}
      </label>
      <div
        className={`flex items-center rounded-2 border bg-bg focus-within:shadow-(--focus) ${problem === undefined ? 'border-control-line' : 'border-alarm'}`}
      >
        <input
          id={id}
          ref={ref}
          type={isShown ? 'text' : 'password'}
          value={value}
          onChange={({ target }) => onValue(target.value)}
          maxLength={512}
          autoComplete="new-password"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          className="h-[calc(var(--control)-2px)] min-w-0 flex-1 bg-transparent px-[11px] text-md text-ink shadow-none! outline-none max-wide:text-lg"
        />
        <IconButton
          small
          icon="eye"
          label={isShown ? text.hide : text.show}
          onClick={() => setShown(!isShown)}
          className="mr-1"
        />
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-xs text-alarm">
          {problem}
        </p>
      )}
    </div>
  )
}
