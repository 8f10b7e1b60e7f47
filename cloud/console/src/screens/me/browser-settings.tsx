import { Choice } from '../../controls/choice.js'
import { Section } from '../../controls/section.js'
import { changeSettings, themes, useSettings } from '../../frame/settings-here.js'
import { languages } from '../../text/text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { useMeText } from './use-me-text.js'

const languageNames = { en: 'English', de: 'Deutsch' } as const

/** What a person sets for this browser; it stays here. */
export function BrowserSettings() {
  const text = useMeText()
  const { frame } = useText()
  const { theme } = useSettings()
  const language = useLanguage()
  return (
    <Section title={text.looks}>
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        <Choice
          label={frame.theme}
          value={theme}
          options={themes.map((one) => ({ value: one, says: frame.themes[one] }))}
          onChange={(chosen) => changeSettings({ theme: chosen })}
        />
        <Choice
          label={frame.language}
          value={language}
          options={languages.map((one) => ({ value: one, says: languageNames[one] }))}
          onChange={(chosen) => changeSettings({ language: chosen })}
        />
      </div>
    </Section>
  )
}
