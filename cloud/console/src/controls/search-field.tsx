import { Icon } from '../icons/icon.js'
import { useTyped } from './use-typed.js'

interface SearchFieldProps {
  readonly label: string
  readonly words: string
  readonly onWords: (words: string) => void
}

/** Where words are typed that a list is to have; `focusSearch` leads to it. */
export function SearchField({ label, words, onWords }: SearchFieldProps) {
  const [typed, type] = useTyped(words)
  return (
    <label className="flex h-control min-w-0 max-w-[380px] flex-1 items-center gap-2 rounded-2 bg-control px-[10px] text-ink-3 focus-within:shadow-(--focus) light-edge">
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={({ target }) => {
          type(target.value)
          onWords(target.value)
        }}
        data-search
        className="min-w-0 flex-1 bg-transparent text-ink shadow-none! outline-none placeholder:text-ink-3 max-wide:text-lg"
      />
    </label>
  )
}

/** Leads to the field of the page in which words are typed. */
export const focusSearch = (): void => document.querySelector<HTMLInputElement>('[data-search]')?.focus()
