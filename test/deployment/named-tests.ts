import { exists, textOf } from './repository.js'

/** A test as a page names it. */
export interface NamedTest {
  /** As it stands on the page. */
  readonly text: string
  /** Empty if the page does not name it in the right form. */
  readonly file: string
  readonly name: string
}

/** The tests in a cell of a table, each written as `file` > name and parted by semicolons; none where it holds a dash. */
export function namedTests(cell: string): NamedTest[] {
  if (cell === '-') return []
  return cell.split(/; (?=`)/).map((text) => {
    const [, file = '', name = ''] = /^`([^`]+\.test\.ts)` > (.+)$/.exec(text) ?? []
    return { text, file, name }
  })
}

/** Whether the file is there and holds a test, or a case of one, of that name. */
export function namesATest({ file, name }: NamedTest): boolean {
  return file !== '' && exists(file) && hasString(textOf(file), name)
}

/** Whether a string of the source holds the text. */
function hasString(source: string, text: string): boolean {
  return source.split('\n').some((line) => {
    const at = line.indexOf(text)
    return at > 0 && /['"`]/.test(line.slice(0, at)) && /['"`]/.test(line.slice(at + text.length))
  })
}
