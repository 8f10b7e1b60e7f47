import { useNeedSomebody } from '../api/health.js'
import { useNeedText } from '../text/use-need-text.js'
import { useLanguage } from '../text/use-text.js'
import { shortCount } from './short-count.js'
import { useSiteId } from './use-site.js'

/** How many gateways and cameras need somebody: beside the name, or at the corner of the drawing. */
export default function NeedSomebody({ small }: { small: boolean }) {
  const words = useNeedText()
  const language = useLanguage()
  const count = useNeedSomebody(useSiteId()).data ?? 0
  if (count === 0) return null
  const said = shortCount(count, language)
  const place = small
    ? 'absolute top-[3px] left-1/2 ml-[2px] min-w-4 rounded-full bg-warn-soft px-1 text-center text-2xs leading-4'
    : 'ml-auto px-[7px] text-xs'
  return (
    <span aria-label={words(said)} role="img" className={`font-title text-warn ${place}`}>
      {said}
    </span>
  )
}
