interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly says: string; readonly count?: string }[]
  readonly onChange: (chosen: Value) => void
}

/** One of a few in a row, such as which part of a list is shown. */
export function Choices<Value extends string>({ label, value, options, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="inline-flex h-control-small items-center gap-[6px] rounded-full border border-line-strong px-3 text-ink-2 hover:bg-surface-3 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink max-wide:h-[44px]"
        >
          {option.says}
          {option.count !== undefined && <span className="text-ink-3">{option.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
