import { useId } from 'react'

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly says: string }[]
  readonly onChange: (chosen: Value) => void
}

/** One of a few, all of them in view. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 font-strong text-ink-2">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-(--target) cursor-pointer items-center gap-2 text-ink-2"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="size-4 accent-(--accent)"
          />
          {option.says}
        </label>
      ))}
    </fieldset>
  )
}
