import { useState } from 'react'
import { Check, Field } from '../../controls/field.js'
import { useRulesText } from './use-rules-text.js'

interface NumberFieldProps {
  readonly label: string
  readonly value: number | null
  readonly least?: number
  readonly most: number
  readonly onChange: (value: number | null) => void
  readonly className?: string
}

/** A whole number within bounds, or none. What is out of them is held at them. */
export function NumberField({ label, value, least = 0, most, onChange, className = '' }: NumberFieldProps) {
  return (
    <Field
      type="number"
      inputMode="numeric"
      label={label}
      min={least}
      max={most}
      value={value ?? ''}
      onChange={({ target }) => {
        const typed = Math.round(Number(target.value))
        onChange(target.value === '' ? null : Math.min(most, Math.max(least, typed)))
      }}
      className={className}
    />
  )
}

/** Words with commas between them. What is typed stays as it is while it is typed. */
export function ListField({
  label,
  value,
  onChange,
}: {
  label: string
  value: readonly string[]
  onChange: (words: string[]) => void
}) {
  const [typed, setTyped] = useState(value.join(', '))
  return (
    <Field
      label={label}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        const words = target.value.split(',').map((word) => word.trim())
        onChange([...new Set(words.filter((word) => word !== ''))])
      }}
    />
  )
}

interface ChoicesProps {
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** More than these are looked for by words. */
const mostWithoutSearch = 12
/** So many are shown at once; the others by their name. */
const mostShown = 100

/** Some of many, by their boxes. */
export function Choices({ options, chosen, onChange }: ChoicesProps) {
  const text = useRulesText()
  const [words, setWords] = useState('')
  const found = options.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  // What is chosen is first, so that it is seen; as it was when this was opened, so that nothing moves under the pointer.
  const [first] = useState(() => new Set(chosen))
  const shown = found.toSorted((one, other) => Number(first.has(other.id)) - Number(first.has(one.id)))
  return (
    <div className="flex flex-col gap-2">
      {options.length > mostWithoutSearch && (
        <Field label={text.edit.search} value={words} onChange={({ target }) => setWords(target.value)} />
      )}
      <div className="max-h-[280px] overflow-y-auto rounded-2 border border-line px-3 py-1">
        {shown.slice(0, mostShown).map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
            className="min-h-(--target) break-words max-wide:min-h-[44px]"
          />
        ))}
        {shown.length > mostShown && <p className="py-2 text-xs text-ink-3">+{shown.length - mostShown}</p>}
      </div>
    </div>
  )
}
