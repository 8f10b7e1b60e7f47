import { type Answer, valueOf } from './api-error.js'

/** What lists answer by pages. */
export interface Page<Item> {
  readonly data: readonly Item[]
  /** Where the next page begins; null on the last. */
  readonly next_cursor: string | null
}

/** Where a page begins, as a query names it: empty for the first. */
export interface PagePlace {
  readonly cursor?: string
}

/**
 * Every item of a list that is answered by pages, one page at a time as they are used. What comes or goes meanwhile
 * shifts nothing: a cursor is a place in the order of the list, no number.
 *
 * @param readPage asks for the page that begins at this place
 * @throws FailedCall if a page is refused
 */
export async function* itemsOf<Item>(
  readPage: (place: PagePlace) => Promise<Answer<Page<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let place: PagePlace | null = {}
  while (place !== null) {
    const page: Page<Item> = await valueOf(readPage(place))
    yield* page.data
    place = page.next_cursor === null ? null : { cursor: page.next_cursor }
  }
}
