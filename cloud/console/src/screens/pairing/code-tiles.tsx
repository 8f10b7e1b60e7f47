import { usePairingText } from '../../text/use-pairing-text.js'
import { spelledOut } from './kept-code.js'

const tile =
  'grid place-items-center rounded-3 border border-line-strong bg-surface font-title h-[70px] w-[47px] text-[42px] wide:h-[124px] wide:w-[96px] wide:rounded-4 wide:text-(length:--text-code) leading-none'

/** A code in six tiles. To a screen reader it is read letter by letter. @param isOver the tiles fade */
export function CodeTiles({ code, isOver }: { code: string; isOver: boolean }) {
  const text = usePairingText()
  return (
    <div
      role="img"
      aria-label={text.code(spelledOut(code))}
      className={`flex items-center gap-[5px] transition-opacity duration-(--slow) wide:gap-[10px] ${isOver ? 'opacity-35' : ''}`}
    >
      <Letters letters={code.slice(0, 3)} />
      <span className="h-1 w-[10px] rounded-full bg-ink-3 wide:mx-1 wide:w-[22px]" />
      <Letters letters={code.slice(3)} />
    </div>
  )
}

function Letters({ letters }: { letters: string }) {
  return letters.split('').map((letter, place) => (
    // The same letter may come twice.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={`${place} ${letter}`} className={tile}>
      {letter}
    </span>
  ))
}
