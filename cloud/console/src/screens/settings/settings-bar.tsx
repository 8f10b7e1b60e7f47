import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { buttonClass } from '../../controls/button.js'
import { PageBar } from '../../frame/page-bar.js'
import { Icon } from '../../icons/icon.js'
import { useSettingsText } from './use-settings-text.js'

interface SettingsBarProps extends Omit<ComponentProps<typeof PageBar>, 'before'> {
  /** Where the way back leads, for a page below a section; without it to the list of sections, on phones. */
  readonly up?: { readonly to: ComponentProps<typeof Link>['to']; readonly label: string }
}

/** The bar of a page below "Settings", with its one heading and the way back. */
export function SettingsBar({ up, ...rest }: SettingsBarProps) {
  const text = useSettingsText()
  const label = up?.label ?? text.back
  return (
    <PageBar
      {...rest}
      before={
        <Link
          to={up?.to ?? '/settings'}
          aria-label={label}
          title={label}
          className={`-ml-2 ${buttonClass({ look: 'bare', bare: true })} ${up ? '' : 'wide:hidden'}`}
        >
          <Icon name="back" />
        </Link>
      }
    />
  )
}

/** The parts of a page below "Settings", one below the other, no wider than one reads. */
export function SettingsParts({ children }: { children: ComponentProps<'div'>['children'] }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <div className="flex max-w-[720px] flex-col gap-4">{children}</div>
    </div>
  )
}
