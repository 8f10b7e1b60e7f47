import { Check } from '../controls/field.js'
import { OverPage } from '../controls/over-page.js'
import { useText } from '../text/use-text.js'
import { capsOf } from './key-caps.js'
import { isCharacter, type Where } from './key-registry.js'
import { keyRegistry } from './keys.js'
import { changeSettings, useSettings } from './settings-here.js'

/** All keys of this page and of every page: those that act, for it is drawn from them. */
export default function KeysMap({ onClose }: { onClose: () => void }) {
  const { frame, keys: text } = useText()
  const { singleKeys } = useSettings()
  const known = keyRegistry.map()
  const titles: Record<Where, string> = { page: text.ofPage, everywhere: text.everywhere }
  return (
    <OverPage title={text.title} isOpen onClose={onClose} place="middle" closeLabel={frame.close}>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 max-wide:px-4">
        <div className="grid gap-x-8 gap-y-5 wide:grid-cols-2">
          {(['page', 'everywhere'] as const).map((where) => {
            const keys = known.filter((key) => key.where === where)
            return (
              keys.length > 0 && (
                <section key={where} aria-labelledby={`keys-${where}`}>
                  <h3 id={`keys-${where}`} className="pb-2 text-xs font-strong text-ink-3">
                    {titles[where]}
                  </h3>
                  <dl className="flex flex-col gap-[2px]">
                    {keys.map(({ name, does }) => (
                      <div
                        key={name}
                        className={`flex min-h-[30px] items-center gap-3 ${!singleKeys && isCharacter(name) ? 'text-ink-3' : ''}`}
                      >
                        <dt className="flex w-[104px] flex-none gap-1">
                          {capsOf(name).map((cap) => (
                            <kbd key={cap} className="inline-block!">
                              {cap}
                            </kbd>
                          ))}
                        </dt>
                        <dd className="min-w-0">{does}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              )
            )
          })}
        </div>
        <div className="mt-5 border-t border-line pt-3">
          <Check
            label={text.singleKeys}
            checked={singleKeys}
            onChange={(event) => changeSettings({ singleKeys: event.target.checked })}
          />
          <p className="text-xs text-ink-3">{text.singleKeysWhy}</p>
        </div>
      </div>
    </OverPage>
  )
}
