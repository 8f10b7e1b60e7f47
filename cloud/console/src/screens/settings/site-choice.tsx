import { useId, useState } from 'react'
import { useSites } from '../../api/sites.js'
import { Check } from '../../controls/field.js'
import { useSettingsText } from './use-settings-text.js'
import { hasWords } from './words-in.js'

/** From so many sites on they are searched. */
const searchedFrom = 8

interface SiteChoiceProps {
  /** Ids. */
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
  readonly problem?: string | undefined
}

/** Which sites somebody sees, of all that there are. */
export function SiteChoice({ chosen, onChange, problem }: SiteChoiceProps) {
  const text = useSettingsText()
  const id = useId()
  const sites = useSites().data ?? []
  const [words, setWords] = useState('')
  const shown = sites.filter(({ name }) => hasWords(name, words))
  const toggle = (site: string, isChosen: boolean): void =>
    onChange(isChosen ? [...chosen, site] : chosen.filter((one) => one !== site))
  return (
    <fieldset
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      className="flex flex-col gap-[6px]"
    >
      <legend className="pb-[6px] font-strong text-ink-2">
        {text.sitesLabel} <span className="font-text text-ink-3">· {text.chosenSites(chosen.length)}</span>
      </legend>
      {sites.length >= searchedFrom && (
        <input
          type="search"
          aria-label={text.searchSites}
          placeholder={text.searchSites}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          className="h-control w-full rounded-2 border border-control-line bg-bg px-[11px] text-ink max-wide:text-lg"
        />
      )}
      <div
        className={`max-h-[220px] overflow-y-auto rounded-2 border px-3 py-1 ${problem === undefined ? 'border-control-line' : 'border-alarm'}`}
      >
        {shown.map((site) => (
          <Check
            key={site.id}
            label={site.name}
            checked={chosen.includes(site.id)}
            onChange={({ target }) => toggle(site.id, target.checked)}
          />
        ))}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-xs text-alarm">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
