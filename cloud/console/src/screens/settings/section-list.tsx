import { Link } from '@tanstack/react-router'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { sections } from './settings-sections.js'
import { useSettingsText } from './use-settings-text.js'

const looks = {
  beside:
    'h-control px-[10px] text-ink-2 aria-[current=page]:bg-surface-3 aria-[current=page]:font-strong aria-[current=page]:text-ink',
  page: 'min-h-[60px] border-b border-line px-4 py-2',
}

/** The sections that this person may see. @param look `beside` a page, or as the `page` */
export function SectionList({ look }: { look: keyof typeof looks }) {
  const text = useSettingsText()
  const { role } = useUser()
  return (
    <nav aria-label={text.list} className={look === 'beside' ? 'px-3 pb-3' : ''}>
      <ul className="flex flex-col gap-[2px]">
        {sections
          .filter(({ least }) => mayAs(role, least))
          .map(({ to, name, icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={`flex items-center gap-[10px] rounded-2 hover:bg-surface-2 ${looks[look]}`}
              >
                <Icon name={icon} size={look === 'page' ? 20 : 18} />
                <span className="min-w-0 flex-1">
                  <span className={look === 'page' ? 'block text-lg font-strong' : 'block truncate'}>
                    {text.sections[name]}
                  </span>
                  {look === 'page' && <span className="block text-ink-3">{text.says[name]}</span>}
                </span>
                {look === 'page' && <Icon name="next" />}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
