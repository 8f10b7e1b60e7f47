/**
 * Words that a question is made of and that say nothing of an event. English: other languages are searched for all their
 * words, which finds less sharply.
 */
const stopWords = new Set(
  (
    'a an and any anybody anyone anything are as at be been being but by can could did do does done event events find for from ' +
    'had happen happened happening happens has have he her him his how i if in into is it its let list many me more most much my near no not of ' +
    'off on or our out over please saw say see seen she should show so some somebody someone something tell than that the ' +
    'their them then there these they this those through to up us was we were what when where whether which while who whom ' +
    'whose why will with would you your all about around there’s what’s camera cameras clip clips video recording recordings ' +
    'activity going last latest new newest overview recent recently report summarise summarize summary time times went'
  ).split(' '),
)

/** Words to search a text by: lower case, each once, in their order, without stop words. At most 12 of 40 characters. */
export function searchTerms(text: string): string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu) ?? []
  const terms = found.filter((word) => word.length <= 40 && word.length > 1 && !stopWords.has(word))
  return [...new Set(terms)].slice(0, 12)
}
