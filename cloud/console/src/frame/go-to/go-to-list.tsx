import { Icon } from '../../icons/icon.js'
import type { ShownEntry, ShownList } from './entry.js'
import { useGoToText } from './use-go-to-text.js'

interface GoToListProps {
  readonly id: string
  readonly lists: readonly ShownList[]
  /** The entry that Enter takes, counted over all lists. */
  readonly chosen: number
  readonly optionId: (at: number) => string
  readonly onPoint: (at: number) => void
  readonly onChoose: (entry: ShownEntry, inNewTab: boolean) => void
}

/** What was found, by group. The focus stays in the field, which names the entry that is chosen. */
export function GoToList({ id, lists, chosen, optionId, onPoint, onChoose }: GoToListProps) {
  const text = useGoToText()
  let at = -1
  return (
    <div
      id={id}
      role="listbox"
      aria-label={text.results}
      className="min-h-[60px] flex-1 overflow-y-auto overscroll-contain px-2 py-[6px]"
    >
      {lists.map(({ group, entries }) => (
        <div key={group} role="group" aria-label={text.groups[group]}>
          <div aria-hidden="true" className="px-[10px] pt-[10px] pb-[6px] text-xs font-strong text-ink-3">
            {text.groups[group]}
          </div>
          {entries.map((entry) => {
            at += 1
            const place = at
            const isChosen = place === chosen
            return (
              // The keyboard is the field's: arrows and Enter are pressed there.
              <div
                key={entry.key}
                id={optionId(place)}
                role="option"
                tabIndex={-1}
                aria-selected={isChosen}
                onPointerMove={() => onPoint(place)}
                onClick={(click) => onChoose(entry, click.ctrlKey || click.metaKey)}
                onKeyDown={() => undefined}
                className="flex min-h-[36px] cursor-default items-center gap-3 rounded-2 px-[10px] aria-selected:bg-accent-soft aria-selected:[&_svg]:text-accent max-wide:min-h-[48px]"
              >
                <span className="text-ink-3">
                  <Icon name={entry.icon} size={16} />
                </span>
                <span className="min-w-0 flex-1 truncate">
                  {entry.name}
                  {entry.detail && <span className="pl-2 text-ink-3">{entry.detail}</span>}
                </span>
                {entry.hint && <kbd aria-hidden="true">{entry.hint}</kbd>}
                {isChosen && !entry.hint && (
                  <span
                    aria-hidden="true"
                    className="flex items-center gap-2 text-xs text-ink-2 max-wide:hidden"
                  >
                    {group === 'cameras' ? text.watch : text.choose} <kbd>Enter</kbd>
                  </span>
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
